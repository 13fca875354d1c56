' source: machine reference, 5.8 (measured).
BGSCREEN 0,4,3
BGPUT 0,1,2,&H12345:PRINT HEX$(BGGET(0,1,2)) ' expect: 2345
BGPUT 0,1,2,"aBcD":PRINT BGGET(0,1,2)==&HABCD ' expect: 1
BGPUT 0,1,2,"":PRINT BGGET(0,1,2) ' expect: 0
BGFILL 0,9,1,2,-5,7
PRINT BGGET(0,1,0);BGGET(0,2,0);BGGET(0,3,1);BGGET(0,3,2) ' expect: 0770
BGPUT 0,0,0,1:BGPUT 0,1,0,2:BGCOPY 0,1,0,0,0,1,0 'overlaps itself
PRINT BGGET(0,0,0);BGGET(0,1,0);BGGET(0,2,0);BGGET(0,3,0) ' expect: 1127
BGCOPY 0,0,0,3,2,3,2:PRINT BGGET(0,3,2);BGGET(0,2,2) ' expect: 10
PRINT BGGET(0,16,0,1);BGGET(0,47,16,1);BGGET(0,-1,0,1);BGGET(0,64,0,1) ' expect: 1700
BGCLR 0:PRINT BGGET(0,2,0) ' expect: 0
BGPUT 0,4,0,1 ' error: Out of range
