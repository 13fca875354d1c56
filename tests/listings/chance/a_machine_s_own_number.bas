' source: language reference 7.3
RANDOMIZE 0,398:PRINT RND(0,1000) ' expect: 353
