' source: language reference 2.9: no scope of its own
X=1:GOSUB @S:PRINT X;Y:END ' expect: 23
@S X=2:Y=3:RETURN
