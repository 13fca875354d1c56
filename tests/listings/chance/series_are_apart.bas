' source: language reference 7.2
RANDOMIZE 0,1:RANDOMIZE 3,1
A=RND(3,100):B=RND(3,100)
PRINT RND(100);" ";RND(3,100) ' expect: 89 33
