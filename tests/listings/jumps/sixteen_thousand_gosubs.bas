' source: language reference 4.7, measured
@S INC N:IF N==16385 THEN PRINT N:END ' expect: 16385
GOSUB @S
