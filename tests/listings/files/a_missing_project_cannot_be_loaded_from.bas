' source: language reference, 9.4 and 8.3; names of this form: published programs.
DIM D%[0]
PRINT CHKFILE("DAT:SYS/GAME3") ' expect: 0
LOAD "DAT:SYS/GAME3",D%,0 ' error: Load failed
