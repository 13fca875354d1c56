' source: found by the fuzzer; the call comes before what is done with its value
VISIBLE F(A),1,1,1
DEF F(X)
 RETURN F(F(A)) ' error: Stack overflow
END
