' source: language reference, 5.6; a word that cannot be called here counts as none.
PRINT CHKCALL("GLINE");CHKCALL("ARYOP");CHKCALL("BEEP");CHKCALL("NOPE") ' expect: 1010
