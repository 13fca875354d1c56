' Jumps back are a loop, jumps forward a row of tests.
@AGAIN
INC N
ON N GOTO @ONE,@TWO
GOTO @DONE
@ONE:X=1:GOTO @DONE
@TWO:X=2
@DONE
IF N<5 THEN @AGAIN
