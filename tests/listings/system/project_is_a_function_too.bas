' source: language reference, 4.17 (published programs).
PROJECT OUT P$:PRINT P$ ' expect: DEFAULT
IF PROJECT()==P$ THEN PRINT PROJECT()+"/" ' expect: DEFAULT/
