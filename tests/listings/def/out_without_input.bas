' source: language reference 4.9, measured
TWO OUT A,B:PRINT A;B ' expect: 12
DEF TWO OUT X,Y
X=1:Y=2
END
