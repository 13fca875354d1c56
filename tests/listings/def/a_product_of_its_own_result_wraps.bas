' source: language reference 4.9 (arguments keep their type) and 2.3
PRINT FACT(20);" ";POWER(3,25) ' expect: -2102132736 1180052131
DEF FACT(N)
IF N<2 THEN RETURN 1
RETURN N*FACT(N-1)
END
DEF POWER(B,E)
IF E==0 THEN RETURN 1
RETURN B*POWER(B,E-1)
END
