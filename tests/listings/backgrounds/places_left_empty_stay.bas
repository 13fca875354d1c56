' source: machine reference, 5.7, BGOFS (measured).
BGOFS 0,10,20,30
BGOFS 0,,,-5:BGOFS 0 OUT X,Y,Z:PRINT X;Y;Z ' expect: 1020-5
BGOFS 0,,99:BGOFS 0 OUT X,Y,Z:PRINT X;Y;Z ' expect: 1099-5
BGOFS 0,7,,8:BGOFS 0 OUT X,Y,Z:PRINT X;Y;Z ' expect: 7998
BGOFS 0,, ,:BGOFS 0 OUT X,Y,Z:PRINT X;Y;Z ' expect: 7998
