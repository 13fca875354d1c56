' source: language reference 4.14: a missing file
L$="PRG1:":M$=L$
PUSH L$,"X"
USE M$ ' error: Load failed
