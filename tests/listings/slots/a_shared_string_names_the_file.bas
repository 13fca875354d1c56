' source: language reference 4.14: a missing file; a bug of ours took a string that PUSH changed for none
L$="PRG1:"
PUSH L$,"X"
EXEC L$ ' error: Load failed
