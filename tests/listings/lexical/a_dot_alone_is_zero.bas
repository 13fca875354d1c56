' source: language reference 1.3
LOCATE .,.
PRINT .+5 ' expect: 5
