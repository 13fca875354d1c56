' source: language reference 4.10, measured
CALL "NOSUCH" ' error: Undefined function
