' source: language reference 4.9: published programs drop arguments so; the last value stands
F 1,"A","B" ' expect: 1B
F 1,2,3 ' expect: 13
F "A",2.5,"X" ' expect: AX
PRINT G("A",1);G(1,"A") ' expect: 2AA
CALL "F",1,2,"C" ' expect: 1C
DEF F W,_,_
PRINT W;_
END
DEF G(_,_)
RETURN _*2
END
