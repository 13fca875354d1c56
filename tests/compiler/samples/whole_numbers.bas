' What only holds whole numbers is an int, and FOR counts over a range.
FOR I=1 TO 9
 T=T+I
 H=H+I/2
NEXT
