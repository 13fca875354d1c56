' source: language reference 4.5, measured: the line of the program's end
FOR I=1 TO 2
PRINT I
PRINT I ' error 20 in line 4
