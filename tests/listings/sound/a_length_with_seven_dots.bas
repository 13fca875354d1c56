' source: machine reference, 7.2 (published programs).
BGMPLAY "T60C4.......L8..R"
WAIT 119+52:PRINT BGMCHK();:WAIT 2:PRINT BGMCHK() ' expect: 10
