' source: language reference 1.8
PRINT TRUE;FALSE ' expect: 10
