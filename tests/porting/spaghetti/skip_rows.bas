' sums of rows; a row with a negative number is left out
DATA 3,1,4, 1,-5,9, 2,6,5, 3,5,-8, 9,7,9
FOR R=1 TO 5
S=0
FOR I=1 TO 3
READ V
IF V>=0 THEN GOTO @ADD
FOR J=I+1 TO 3:READ V:NEXT
GOTO @SKIP
@ADD
S=S+V
NEXT
PRINT "ROW ";R;": ";S
T=T+S
@SKIP
NEXT
PRINT "TOTAL ";T
