' source: language reference 2.10
TWO OUT ,B:PRINT B ' expect: 2
DEF TWO OUT X,Y
X=1:Y=2
END
