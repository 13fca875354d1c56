' source: language reference 1.8, measured
PRINT #WHITE;" ";#A;" ";#zl;" ";#BGROT90 ' expect: -460552 16 4096 4096
