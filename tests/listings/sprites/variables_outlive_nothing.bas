' source: machine reference, 5.2, SPVAR works before SPSET (measured); 5.1, they are 0 after SPSET.
SPCLR:SPVAR 9,2,1.5:PRINT SPVAR(9,2) ' expect: 1.5
SPSET 9,0:PRINT SPVAR(9,2) ' expect: 0
SPVAR 9,7,-3:SPVAR 9,7 OUT V:PRINT V ' expect: -3
SPVAR 9,8,0 ' error: Out of range
