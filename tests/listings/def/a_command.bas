' source: language reference 4.9
HELLO "YOU"
DEF HELLO N$
PRINT "HELLO ";N$ ' expect: HELLO YOU
END
