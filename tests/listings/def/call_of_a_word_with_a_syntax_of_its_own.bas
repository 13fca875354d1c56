' source: unverified: as for PRINT, which no table of builtins has
CALL "EXEC",0 ' error: Undefined function
