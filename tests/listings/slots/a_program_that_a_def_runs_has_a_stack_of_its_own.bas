' source: language reference 4.9: 2730 calls, measured within one slot; another slot's stack is unverified
PRGEDIT 1:PRGINS "F:PRINT D"+CHR$(10)+"DEF F:INC D:IF D<2730 THEN F"+CHR$(10)+"END"
R
DEF R:EXEC 1:END ' expect: 2730
