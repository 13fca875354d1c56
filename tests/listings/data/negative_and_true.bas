' source: language reference 4.11
READ A,B,C:PRINT A;B;C ' expect: -713.14159265
DATA -7,TRUE,PI()
