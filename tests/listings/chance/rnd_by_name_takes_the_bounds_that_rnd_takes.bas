' source: language reference 5.1
PRINT CALL("RND",0) ' expect: 0
V=CALL("RND",-1) ' error: Out of range
