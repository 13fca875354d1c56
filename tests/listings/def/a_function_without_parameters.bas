' source: language reference 4.9
PRINT SEVEN() ' expect: 7
DEF SEVEN()
RETURN 7
END
