' source: unverified (language reference, 2.2: NaN counts as 0); a constant is held against its range like any other
PRINT LEFT$("AB",1E400-1E400) ' expect:
BGMSETD 1E400-1E400,"@L" ' error: Out of range
@L
