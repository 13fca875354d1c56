' source: language reference 4.9
DEF F
DEF G ' error: Nested DEF
END
END
