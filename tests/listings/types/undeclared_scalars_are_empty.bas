' source: language reference 2.8
PRINT A;"[";A$;"]";A% ' expect: 0[]0
