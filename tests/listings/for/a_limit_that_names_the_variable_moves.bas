' source: language reference 4.5: the limit is worked out each time; a bug of ours did so once
FOR J=2 TO -J STEP -1:PRINT J;:NEXT
PRINT "/";J ' expect: 210/-1
