' source: unverified; an item is printed before the next one is worked out.
DEF F(X)
PRINT "(";X;
RETURN ")"
END
DEF G()
LOCATE 0,CSRY+1:RETURN 5
END
PRINT "A";F(1);"B";F(2) ' expect: A(1)B(2)
PRINT "C";G()
' expect: C
' expect: 5
