' source: language reference 4.7 and 4.11
PRGEDIT 1
PRGINS "A=1:END:@SUB PRINT A:RETURN:@D DATA 7,8"
EXEC 1
PRINT CHKLABEL("1:@SUB") ' expect: 1
GOSUB "1:@SUB" ' expect: 1
RESTORE "1:@D":READ X,Y:PRINT X;Y ' expect: 78
DIM Z[2]:COPY Z,"1:@D":PRINT Z[1] ' expect: 8
RESTORE @D:READ X:PRINT X ' expect: 1
@D DATA 1
