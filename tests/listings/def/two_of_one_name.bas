' source: language reference 4.9
DEF F
END
DEF F ' error: Duplicate function
END
