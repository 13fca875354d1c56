' source: language reference 4.14, measured
USE 0 ' error: Illegal function call
