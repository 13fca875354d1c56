' source: appendix B, measured
READ A,B,C,D:PRINT A;" ";B;" ";C;" ";D ' expect: 3 12 255 1
DATA 1+2,3*4,&HFF,#UP
