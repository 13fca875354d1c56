' source: language reference, 4.17 (measured, and published programs): "" for the default project
PROJECT OUT P$:PRINT LEN(P$) ' expect: 0
IF PROJECT()==P$ THEN PRINT PROJECT()+"." ' expect: .
