' source: machine reference 4.3; unverified, the scrolling may wait for the next character.
LOCATE 0,0:PRINT "GONE"
LOCATE 0,28:PRINT "A":R=CSRY:PRINT "B"
PRINT R;CSRY;
' expect:
' expect:
' expect:
' expect:
' expect:
' expect:
' expect:
' expect:
' expect:
' expect:
' expect:
' expect:
' expect:
' expect:
' expect:
' expect:
' expect:
' expect:
' expect:
' expect:
' expect:
' expect:
' expect:
' expect:
' expect:
' expect:
' expect:
' expect: A
' expect: B
' expect: 2929
