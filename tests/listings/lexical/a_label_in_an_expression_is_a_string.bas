' source: language reference 1.5
L$=@TOP
PRINT L$;" ";L$=="@TOP" ' expect: @TOP 1
