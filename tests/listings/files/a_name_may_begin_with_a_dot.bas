' source: machine reference, 9.3 (published programs)
SAVE "TXT:.SYS_LAUNCHER","PRINT 5"
PRINT CHKFILE("TXT:.sys_launcher");LOAD("TXT:.SYS_LAUNCHER") ' expect: 1PRINT 5
EXEC "PRG1:.SYS_LAUNCHER" ' expect: 5
PRINT CHKFILE("TXT:.P/X") ' error: Illegal function call
