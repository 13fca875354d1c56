' source: unverified; an item is printed before the next one is worked out.
N=0:PRINT 1;STR$(2);3/N ' error: Divide by zero
' expect: 12
