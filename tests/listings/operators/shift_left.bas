' source: appendix B, measured
PRINT 1<<31;" ";1<<32;" ";2<<-1 ' expect: -2147483648 0 0
