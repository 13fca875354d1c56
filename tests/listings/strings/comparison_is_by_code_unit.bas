' source: language reference 3.2, measured
PRINT "A"<"B";"A"<"a";""<"A";"AB"<"ABC";"B">"AZ" ' expect: 11111
