' source: language reference 3.2, measured
PRINT NOT 0;NOT TRUE;NOT 1.9 ' expect: -1-2-2
