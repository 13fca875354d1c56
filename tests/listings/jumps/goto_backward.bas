' source: language reference 4.7
@TOP INC A:IF A<5 THEN GOTO @TOP
PRINT A ' expect: 5
