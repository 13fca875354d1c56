' source: a WAIT begins a new frame, and all of its budget is there again
@L WAIT 1
?"";:?"";:?"";:?"";:?"";:?"";:?"";:?"";:?"";:?"";:?"";:?"";:?"";:?"";:?"";:?"";:?"";:?"";:?"";
INC A:IF A<300 THEN GOTO @L
PRINT MAINCNT ' expect: 300
