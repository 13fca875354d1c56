' source: language reference 4.7, measured: 16384 succeed
@S INC N:IF N==16386 THEN END
GOSUB @S ' error: Stack overflow
