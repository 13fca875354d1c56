' source: published programs name projects; that the present one may be named follows.
SAVE "TXT:NOTE","HELLO"
PROJECT OUT P$:PRINT LOAD("TXT:"+P$+"/NOTE") ' expect: HELLO
SAVE "TXT:"+P$+"/NOTE","X" ' error: Illegal function call
