"""What written programs are made of: values at the edges, names, and patterns of statements.

In a pattern `{n}` stands for a number, `{s}` for a string, `{v}` for anything, `{a}` for an array; `{N}`,
`{S}` and `{T}` for something that a number, a string or anything can be assigned to, `{V}` for a numeric
variable; `{l}` for a label, `{d}` for a digit, `{w}` for a slot, `{f}` for a file, `{x}` for a row of another
program; `{o}` and `{c}` for an operator and a comparison; `{call}` for a builtin as an instruction, `{fn}`
and `{fs}` for one as a value; `{p}` for a sprite, `{b}` for a layer, `{q}` for a place, `{z}` for a depth,
`{h}` for a scale, `{g}` for attributes, `{m}` for a mode of the screens, `{t}` for the side of a tile, `{i}`
for 0 or 1, `{y}` and `{u}` for what is animated by two numbers or by one, `{e}` for a definition. What is to
come more often stands there more often.
"""

import re


def parted(text: str) -> list[str]:
    return text.split()


def patterns(text: str) -> list[str]:
    """The patterns of a text, in which line breaks or two blanks part them."""
    return re.split(r"\n|  ", text.strip())


NUMBERS = parted("""
0 1 -1 2 3 4 5 7 8 9 15 16 31 32 33 49 50 63 64 127 255 256 399 400 511 512 1023 1024 65535 65536 262144
-32768 2147483647 -2147483648 2147483648 4294967295 &H80000000 &HFFFFFFFF &B101 1E10 1E15 1E16 -.0 0*-1
9007199254740993 -2147483648.5 .5 -.5 1.5 2.999999 1E-300 1E300 -1E300 1E308*10 -1E308*10 (1E400-1E400)
#RED #TRUE PI()
""")
SMALL = NUMBERS[:12]
TEXTS = parted("""
"" "A" "ABC" "_B" "12" "1.5E3" "&HFF" "%D" "%S%5.3F%%" "%B" "01AF"*4 "@L0" "@L1" "@NONE" "1:@L1" "9:@L1"
"F" "G" "H" "1:F" "P" "1:A" "TXT:A" "DAT:A" "DAT:B" "PRG1:B" "GRP0:G" "GRPF:G" "PRG0:" "PRG9:B" "//" "X/"
"../A" "CON" "2020/02/29" "12:34:56" "9999/99/99" "あいう" "😀" "MOTION" CHR$(0) CHR$(10) CHR$(34) "A"*60
CHR$(55357) CHR$(65535) "AB"*512 "A"*-1
""")
OPERATORS = ("+", "-", "*", "/", " DIV ", " MOD ", " AND ", " OR ", " XOR ", "<<", ">>", "&&", "||")
COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")

VARIABLES = ("A", "B%", "D#", "N")
STRINGS = ("C$", "E$", "K$")
NUMERIC_ARRAYS = ("P", "Q%", "W#", "M")
STRING_ARRAYS = ("R$", "T$")
ARRAYS = (*NUMERIC_ARRAYS, *STRING_ARRAYS, "Z")
SUBSCRIPTS = {"Q%": 2, "T$": 2, "M": 3}
ODD_TARGETS = ("TABSTEP", "SYSBEEP", 'VAR("A")', "VAR(K$)", "NEW", "CSRX")
LABELS = ("@L0", "@L1", "@L2", "@L3")

PRELUDE = """\
VAR A=1,B%=2,D#=.5,N
VAR C$="CC",E$,K$="@L1":E$=C$
DIM P[3],Q%[2,2],W#[2],M[2,2,2],Z[0],R$[2],T$[2,2]
R$[0]=C$:T$[1,1]="TT":P[1]=1.5:Q%[1,1]=-1
""".splitlines()
LARGE_PRELUDE = """\
VAR A=1,B%=2,D#=.5,N
VAR C$="A,B"*30000,E$=C$+"B",K$="@L1"
DIM P[262144],Q%[256,256],W#[65536],M[16,16,16],Z[0],R$[8192],T$[64,64]
R$[0]=C$:T$[1,1]="TT":P[1]=1.5:Q%[1,1]=-1
""".splitlines()
HEADINGS = {
    "F": ("F(X)", "F(A)", "F(C$)", "F()", "F(X,Y)"),
    "G": ("G(X,Y$)", "G(P,C$)"),
    "H": ("H X OUT O,V$", "H X OUT A,C$", "H P OUT O,V$", "H X"),
    "U": ("U P,Y$", "U Y$,P", "U", "U X OUT O"),
}
"""The DEFs that the patterns call, as they should be and otherwise."""

NUMERIC = (
    "({n}{o}{n}) ({n}{o}{n}) ({n}{c}{n}) ({s}{c}{s}) -{n} !{n} {fn} {fn} {fn} {fn} F({n}) G({n},{s}) LEN({a})"
)
NUMERIC_PATTERNS = (*parted(NUMERIC), "NOT {n}")
TEXT_PATTERNS = ("({s}+{s})", "{s}*{d}", "{fs}", "{fs}", "{fs}")

CALLS = ["{call}"] * 12
SIMPLE = patterns("""
{N}={n}  {S}={s}  {T}={v}  C$=E$  R$[1]=C$  PRINT {n};  PRINT {s},  PRINT {v}  INC {N},{n}  INC {S},{s}
DEC {N}  INC {T},{v}  SWAP {N},{N}  SWAP {S},{S}  READ {N}:RESTORE {l}  RESTORE {l}  DIM X{d}{d}[{d},{d}]
VAR Y{d}{d}={n}  PUSH P,{n}  PUSH {a},{v}  UNSHIFT {S},{s}  {S}=POP({S})  {N}=SHIFT(P)  {T}=POP({a})
H {n} OUT {N},{S}  U {a},{s}  CALL "H",{v} OUT {N},{S}  CALL K$  XON MOTION  XON EXPAD  XON MIC  XOFF MIC
""")
GROWING = patterns("""
C$=C$+E$  E$=C$*{d}  R$[{d}]=C$+C$  INC C$,{s}  PUSH C$,E$  PUSH P,{n}  UNSHIFT R$,C$  DIM X{d}{d}[{n}]
DIM X{d}{d}$[{n},{n}]  DIM X{d}{d}[{n},0,{n}]  COPY P,Q%  COPY P,{n},W#  SAVE "TXT:F"+STR$(N),C$:INC N
SAVE "DAT:F"+STR$(N),P:INC N  PRINT C$;  PRINT {s}*262144  U {a},C$  SORT {a},{a},{a}  RSORT {a}
ARYOP {d},{a},{a},{v}  BIQUAD {a},{a},{a}  FFT {a},{a},{a},{a}  FILL {a},{v}  GPUTCHR {n},{n},C$
GTRI {n},{n},{n},{n},{n},{n}  GCIRCLE {n},{n},{n}  GPAINT {n},{n}  GCOPY {n},{n},{n},{n},{n},{n},1
GSAVE P,0  GLOAD P,0,1  ACLS
""")
JUMPS = patterns("""
GOTO {l}  GOTO "{l}"  GOSUB {l}  GOSUB {l}  GOSUB K$  IF {n} THEN {l}  IF {n} GOTO {l} ELSE {l}
ON {n} GOTO {l},{l}  ON {n} GOSUB {l},{l},{l}  IF {n} THEN RETURN  IF {n} THEN END  IF {n} THEN STOP
""")
LEAVING = ("IF {n} THEN BREAK", "IF {n} THEN CONTINUE")
LOOPS = (
    ("FOR {V}={n} TO {n}", "NEXT"),
    ("FOR {N}=0 TO 3 STEP {n}", "NEXT"),
    ("FOR {V}=0 TO {d}", "NEXT"),
    ("WHILE {n}", "WEND"),
    ("REPEAT", "UNTIL {n}"),
)
BRANCHES = (
    ("IF {n} THEN", "ENDIF"),
    ("IF {n} THEN", "ELSE\n{call}\nENDIF"),
    ("IF {n} THEN", "ELSEIF {n} THEN\n{call}\nENDIF"),
    ("IF {n} THEN {call} ELSE {call}", "?"),
)

OTHER_SLOT = (
    'PRGEDIT 1:PRGINS "A=A+1:PRINT A"+CHR$(10)+"@L1 DATA 1,2,3"+CHR$(10)+"IF A>2 THEN RETURN"+CHR$(10)'
    '+"COMMON DEF F X OUT Y"+CHR$(10)+"Y=X"+CHR$(10)+"END"'
)
ROWS_OF_OTHERS = """\
A=A+1:PRINT A
COMMON DEF F X OUT Y:Y=X*2:END
COMMON DEF G(X):RETURN X+1:END
@L1
RETURN
DATA 1,2,3
DIM P[9]
EXEC 2
USE 2
FOR I=0 TO 9:NEXT
GOSUB @L1
STOP
END
IF

""".splitlines()
ACROSS = patterns("""
PRGEDIT {w}  PRGEDIT {w}:PRGINS "{x}"  PRGEDIT {w},{n}  PRGEDIT 1:PRGINS "{x}"+CHR$(10)+"{x}",{d}
PRGEDIT 2:PRGSET "{x}"  PRGEDIT 1:PRGDEL {n}  PRGEDIT 1,-1:PRINT PRGGET$();PRGSIZE(1,{d})  EXEC {w}
EXEC {s}  USE {w}  USE {s}  CALL "F",{v} OUT {T}  CALL "1:F",{n} OUT {N}  GOSUB "1:@L1"  GOSUB "{w}:@L1"
RESTORE "{w}:@L1":READ {N}  VAR("{w}:A")={v}  F {n} OUT {N}  ON {n} GOSUB @L1
PRINT CHKLABEL("{w}:@L1");CHKVAR("{w}:A");CHKCALL("F")
""")
FILING = patterns("""
SAVE "TXT:{f}",{s}  SAVE "DAT:{f}",{a}  SAVE "GRP0:{f}"  SAVE "PRG{w}:{f}"  LOAD "TXT:{f}",0 OUT {S}
LOAD "DAT:{f}",{a}  LOAD "GRP{d}:{f}",0  LOAD "PRG{w}:{f}",0  IF CHKFILE("TXT:{f}") THEN EXEC "PRG{w}:{f}"
DELETE "TXT:{f}"  DELETE "DAT:{f}"  RENAME "{f}","{f}"  FILES  FILES "TXT:",R$  FILES R$
""")
SPRITES = (*"012345" * 9, "6", "511", "512", "N")
DEFINITIONS = parted("0 1 2 5 33 65 100 255 500 1023 1024 4095 A RND(99) 4096")
PLACES = parted("0 1 2 3 5 8 15 16 24 31 -1 -9 100 200.5 399 -.5 RND(400) RND(200) A N 1E9 1E300 -32768 512")
DEPTHS = (*parted("0 1 -1 .5 1024 -256") * 4, "1025")
SCALES = (*parted("0 .5 1 1 1.5 2 3 20 1E-9 1E300 D#") * 3, "-1")
PAIRS = parted('"XY" "XY+" "UV" "S" "S+" 0 2 8 13')
SINGLES = parted('"Z" "I" "R" "R+" "C" "C+" "V" "V+" 1 3 4 6 7 12 15 16 "XY"')
MOVING_PRELUDE = """\
XSCREEN {i}
FOR I=0 TO 5:SPSET I,I*3:SPOFS I,I*30,I*20:SPCOL I:NEXT
FOR I=0 TO 3:BGSCREEN I,30,20:BGFILL I,0,0,29,19,I*33+1:NEXT
DIM X[6]:X[0]=-9:X[1]=100:X[2]=50:X[3]=5
""".splitlines()
MOVING_END = """\
@M
DATA 2,-5,100,20,3,0,0
@S
DATA 1,-7,2
@C
IF CALLIDX<6 THEN SPOFS CALLIDX,{q},{q}:SPVAR CALLIDX,0,1+SPVAR(CALLIDX,0)
RETURN
""".splitlines()
"""DATA of animations, and what CALL SPRITE and CALL BG call."""
MOVING = patterns("""
SPSET {p},{e}  SPSET {p},{d},{d},{q},{q},{g}  SPSET {p},16,32,16,{d},{g}  SPSET {e} OUT {N}
{N}=SPSET(2,9,{e})  SPSET 0,9,0,0,16,16,1 OUT {N}  SPCLR {p}  SPCLR  SPSHOW {p}:SPHIDE {p}
SPPAGE {d}:BGPAGE {d}  GPAGE 0,{d}:GFILL {q},{q},{q},{q},{n}:GPAGE 0,0  SPCLIP {q},{q},{q},{q}  SPCLIP
SPDEF {e},{d},48,16,16,{q},{q},{g}  SPDEF {e},{e},,,8,8,,,  SPDEF {e} OUT {N},{N},{N},{N},{N},{N},{N}
SPDEF {a}  SPDEF "@M"  SPOFS {p},{q},{q}  SPOFS {p},{q},{q},{z}  SPOFS {p},,{q}  SPOFS {p} OUT {N},{N},{N}
SPROT {p},{n}:{N}=SPROT({p})  SPSCALE {p},{h},{h}  SPSCALE {p} OUT {N},{N}  SPHOME {p},{q},{q}
SPCOLOR {p},{n}  SPCHR {p},{e}  SPCHR {p},{d},9,,,{g}  SPCHR {p} OUT {N},{N},{N},{N},{N}  SPLINK {p},{p}
SPUNLINK {p}:{N}=SPLINK({p})  SPVAR {p},{d},{n}:{N}=SPVAR({p},{d})  {N}=SPUSED({p})
SPANIM {p},{y},-1{d},{q},{q},1,{q},{q},{d}  SPANIM {p},{u},-1{d},{n},1,{q},{d}  SPANIM {p},{y},"@M",{d}
SPANIM {p},{u},"@S",{d}  SPANIM {p},{y},X,{d}  SPANIM {p},{u},{a}  SPSTOP {p}:SPSTART
{N}=SPCHK({p}):{N}=BGCHK({b})  SPFUNC {p},@C  SPFUNC {p},{s}  CALL SPRITE  CALL BG  {N}=CALLIDX
SPCOL {p},{i}  SPCOL {p},{q},{q},{q},{q},1,{n}  SPCOL {p} OUT {N},{N},{N},{N},{N},{N}  SPCOLVEC {p},{q},{q}
SPCOLVEC {p}  {N}=SPHITSP({p})  {N}=SPHITSP({p},{p},{p})  {N}=SPHITSP({p},{p})  {N}=SPHITRC({q},{q},{q},{q})
{N}=SPHITRC({p},{p},{q},{q},{q},{q},{n},{q},{q})  SPHITINFO OUT {N},{N},{N},{N},{N},{N},{N},{N},{N}
BGSCREEN {b},2{d},1{d},{t}  BGCLR {b}  BGSHOW {b}:BGHIDE {b}  BGPUT {b},{d},{d},{n}
BGPUT {b},{d},{d},"{d}00{d}"  BGFILL {b},{q},{q},{q},{q},{e}  BGCOPY {b},{q},{q},{q},{q},{q},{q}
{N}=BGGET({b},{d},{d}):{N}=BGGET({b},{q},{q},1)  BGOFS {b},{q},{q},{z}  BGOFS {b},,{q}
BGOFS {b} OUT {N},{N},{N}  BGROT {b},{n}  BGSCALE {b},{h},{h}  BGHOME {b},{q},{q}  BGCOLOR {b},{n}
BGCLIP {b},{q},{q},{q},{q}  BGCOORD {b},{q},{q},{d} OUT {N},{N}  BGANIM {b},{y},-1{d},{q},{q},1,{q},{q},{d}
BGANIM {b},{u},-1{d},{n},{d}  BGANIM {b},{y},"@M"  BGSTOP {b}:BGSTART  BGVAR {b},{d},{n}:{N}=BGVAR({b},{d})
BGFUNC {b},@C  BGSAVE {b},{d},{d},5,3,{a}  BGSAVE {b},P  BGLOAD {b},{a},{n}  BGLOAD {b},0,0,3,3,P
XSCREEN {m}  XSCREEN {m},{e},{d}  DISPLAY {d}  VISIBLE 1,{i},{i},{i}  GPRIO {z}  FADE {n},{d}  ACLS  VSYNC 1
VSYNC 1  WAIT {d}
""")
