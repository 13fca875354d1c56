' source: language reference, 11, an unknown instruction fails where it is reached.
IF 0 THEN ARYOP 0,1:BIQUAD 0:V=FFTWFN(0)
PRINT 1 ' expect: 1
FFT 0 ' error: Undefined function
