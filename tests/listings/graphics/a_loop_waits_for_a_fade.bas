' source: machine reference, 1.7
FADE -1,3
WHILE FADECHK()
WEND
PRINT FADE() ' expect: -1
