' source: language reference, 4.16, measured; 8.3: found when compiling
PRINT 1
IF 0 THEN XON FOO ' error: Syntax error
