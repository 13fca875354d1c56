' source: language reference 2.1: parameters take the type of the value put in them
PRINT CALL("LESS","A","B");CALL("LESS",2,1);CALL("LESS","B","A") ' expect: 100
DEF LESS(X,Y)
RETURN X<Y
END
