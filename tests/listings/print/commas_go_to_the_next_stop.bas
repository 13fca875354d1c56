' source: appendix B, measured
PRINT "A","B" ' expect: A   B
PRINT "ABCD","Z" ' expect: ABCD    Z
