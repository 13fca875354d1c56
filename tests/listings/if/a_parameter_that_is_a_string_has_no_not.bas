' source: a peer
T "A" ' error 8 in line 4
DEF T V
 IF !V THEN PRINT "NO"
END
