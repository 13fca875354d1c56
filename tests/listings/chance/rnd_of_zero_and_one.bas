' source: language reference 5.1
PRINT RND(0);RND(1) ' expect: 00
