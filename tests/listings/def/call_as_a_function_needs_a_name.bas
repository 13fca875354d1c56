' source: unverified: as for CALL without a name
PRINT CALL() ' error: Illegal function call
