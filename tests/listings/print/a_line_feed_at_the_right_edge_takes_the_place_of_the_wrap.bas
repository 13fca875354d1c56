' source: machine reference 4.3; unverified, another simulation leaves an empty row.
PRINT "0123456789"*5;:C=CSRX:R=CSRY
PRINT
PRINT C;R;CSRY
' expect: 01234567890123456789012345678901234567890123456789
' expect: 5001
