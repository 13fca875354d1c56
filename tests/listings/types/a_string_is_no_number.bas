' source: language reference 2.2, measured
A="X" ' error: Type mismatch
