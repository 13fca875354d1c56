' source: language reference 4.6
UNTIL 1 ' error: UNTIL without REPEAT
