' source: language reference, words of published programs; "" at first is unverified.
PRINT "[";CLIPBOARD();"]" ' expect: []
CLIPBOARD "MAZE"
PRINT LEN(CLIPBOARD());CLIPBOARD() ' expect: 4MAZE
CLIPBOARD "" OUT A$ ' error: Illegal function call
