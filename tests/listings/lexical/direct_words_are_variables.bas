' source: language reference 1.2, measured
RUN=1:CONT=2:LIST=3:NEW=4
PRINT RUN+CONT+LIST+NEW ' expect: 10
