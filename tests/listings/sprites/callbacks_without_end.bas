' source: language reference, 4.9, GOSUBs have an end.
SPFUNC 0,@CB
CALL SPRITE
@CB
CALL SPRITE ' error: Stack overflow
