' source: language reference 2.6 and 4.10: strings are handed over as they are
PRGEDIT 1:PRGINS "COMMON DEF ADD T$:PUSH T$,"+CHR$(34)+"!"+CHR$(34)+":END"
EXEC 1
S$="ab":ADD S$:PRINT S$ ' expect: ab!
CALL "ADD",S$:PRINT S$ ' expect: ab!!
