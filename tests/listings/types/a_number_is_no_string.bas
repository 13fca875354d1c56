' source: language reference 2.2, measured
A$=1 ' error: Type mismatch
