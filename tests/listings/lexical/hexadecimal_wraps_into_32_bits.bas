' source: language reference 1.3, measured
PRINT &HFF;" ";&HFFFFFFFF;" ";&H80000000 ' expect: 255 -1 -2147483648
