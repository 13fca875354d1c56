' source: published programs name projects; that the present one may be named follows.
SAVE "TXT:NOTE","HELLO"
PRINT LOAD("TXT:DEFAULT/NOTE") ' expect: HELLO
SAVE "TXT:DEFAULT/NOTE","X" ' error: Illegal function call
