' source: machine reference, 5.2, SPFUNC (measured).
SPFUNC 0,"@PART" ' error: Illegal function call
DEF PART
END
