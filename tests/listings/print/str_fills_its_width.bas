' source: appendix B, measured
PRINT "[";STR$(123,6);"]" ' expect: [   123]
