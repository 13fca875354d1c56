' source: language reference 4.2
?"A":?1+1 ' expect: A
' expect: 2
