' source: language reference 5.5: only what has a name can be changed
CALL "PUSH","ab","c" ' error: Type mismatch
