' source: machine reference, 7.1.
BEEP:BEEP 9,-500:BEEP 9,,80:BEEP ,,,1
PRINT "ON" ' expect: ON
