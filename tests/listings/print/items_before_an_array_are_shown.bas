' source: unverified; an item is printed before the next one is worked out.
DEF SHOW V
PRINT "V=";V
END
DIM A[2]:SHOW 5:SHOW A ' error 8 in line 3
' expect: V=5
' expect: V=
