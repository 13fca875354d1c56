' source: language reference, 4.14 and 8.3; names of this form: published programs.
EXEC "PRG2:SYS/SBSMILE" ' error: Load failed
