' source: unverified; an item is printed before the next one is worked out, as at a comma.
PRINT "AB";CSRX ' expect: AB2
PRINT "AB",CSRX ' expect: AB  4
PRINT CSRX;CSRX;CSRX ' expect: 012
PRINT "A";CHKCHR(0,CSRY) ' expect: A65
N=7:PRINT "N=";N;"/";CSRX*2 ' expect: N=7/8
