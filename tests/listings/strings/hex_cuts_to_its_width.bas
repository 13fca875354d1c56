' source: language reference 5.3: published programs build the digits of FONTDEF so
V=-1
PRINT HEX$(V,4);HEX$(65535,2);HEX$(V) ' expect: FFFFFFFFFFFFFF
PRINT HEX$(&H8001<<16>>16,4);HEX$(10,4) ' expect: 8001000A
CALL "SHOW",HEX$(V,1) ' expect: F
F$=HEX$(V<<16>>16,4)*64
FONTDEF 65,F$:PRINT LEN(F$) ' expect: 256
DEF SHOW T$
PRINT T$
END
