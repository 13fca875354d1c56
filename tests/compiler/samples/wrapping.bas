' 32 bits wrap where they may be passed.
A%=A%+1
B%=A% AND 255
C%=B%*2+1
