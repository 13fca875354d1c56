' source: language reference 2.6
A$="ABC"
PRINT A$[0];A$[2];"XYZ"[1] ' expect: ACY
