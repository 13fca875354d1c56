"""Writes programs for the fuzzer of ports: what a listing says in a line and Python in another order.

They come to an end, seldom fail, and print what they hold all the time. Chains of DEFs and GOSUBs set the
program's variables; operands draw random numbers, take from arrays and call DEFs that change what stands
beside them; numbers grow in cycles, pass 32 bits, are compared for their value and lose the sign of a zero.
"""

import random
import re
from collections.abc import Callable, Sequence

from tests.fuzzing.exits import exits
from tests.fuzzing.games import games
from tests.fuzzing.handing import handing

MARK = re.compile(r"\{(\w+)\}")

PRELUDE = """\
A=1:B=2:C=0:D=5:N%=3:M%=-7:S$="abc":T$="xy":E=0:Z=0
DIM P[4],Q%[4],W$[4],G[3,3],V[0]
FILL W$,"q"
FOR Z=0 TO 3:SPSET Z,Z:SPOFS Z,Z*20,0:SPCOL Z:NEXT:Z=0
"""
CHECK = 'PRINT A;",";B;",";C;",";D;",";N%;",";M%;" ";S$;T$;E;P[0];P[1];P[2];P[3];Q%[1];W$[0];W$[3];LEN(V)'

NUMBERS = ("0", "1", "2", "3", "5", "7", "-1", "-2", "10", "0.5", "-0.25", "1.5", "100", "255")
LARGE = ("&H7FFFFFFF", "65536", "1000000", "123456789", "-2147483647", "3000000000", "16777217")
REALS, WHOLE, COUNTERS = "ABCD", ("N%", "M%"), "IJK"
COMPARING = ("==", "!=", "<", "<=", ">", ">=")
COMMENTS = (
    "' back\\", "'''\"\"\"", "REM \\N{x} {A} %s", "' # type: ignore", "'\tあ漢\x0c\u2028", '\'"""', "' \\",
    "REM import os\r",
)  # fmt: skip

# {n} a number, {i} one that is whole and small, {e} a subscript of four, {s} a text, {c} a condition,
# {v} a number variable or element, {t} a string variable or element, {r} a real variable, {w} an Integer.
NUMERIC = (
    "{n}+{n}", "{n}-{n}", "{i}*{i}", "({n}) AND {i}", "({i}+1) AND 3", "{i} OR {i}", "{i} XOR {n}", "-{v}",
    "{i} MOD (1+{e})", "{i} DIV (1+{e})", "{n}/(1+{e})", "{c}", "({c})+{n}", "MIN({n},{n})", "MAX({c},{i})",
    "MIN({i},{i},{i})", "ABS({n})", "FLOOR({n}+0)", "ROUND({n}/4)", "CEIL({n}/8)", "SGN({n})", "NOT {i}",
    "!{i}", "{i}<<{e}", "{i}>>{e}", "LEN({s})", "INSTR({s},{s})", "ASC({s}+\"!\")", "G[RND(3),({i} AND 1)]",
    "RND(3)", "RND({e}+1)", "VAL(STR$({i}))", "POW({e},2)", "({c})==({c})", "-(A AND 7)*0", "P[{e}]*-1",
    "FN({i})", "BOTH({i},{i})", "DOWN({e})", "P[FN({e}) AND 3]", "RND({e} AND 1,1+{e})",
)  # fmt: skip
TEXTUAL = (
    "{s}+{s}", "MID$({s},RND(2),2)", "MID$({s},{e} AND 1,RND(3))", "LEFT$({s},{e})", "RIGHT$({s},{e})",
    "STR$({i})", "STR$({n})", "CHR$(65+{e})", "HEX$({i})", "SUBST$({s},0,1,{s})", "{s}*RND(2)",
    "WORD$({i})", "FORMAT$(\"%D\",{i})", "STR$({c})", "\"<\"+STR$(RND(9))+\">\"", "W$[{e}]",
)  # fmt: skip
DEEPER = {"n": NUMERIC, "s": TEXTUAL}
BUSY = {
    "i": ("RND(9)", "FN(2)", "E"),
    "e": ("RND(4)", "(FN(1) AND 3)", "(BOTH(E,1) AND 3)", "(DOWN(1) AND 3)"),
}
PLAIN = {
    "n": (*NUMBERS, *NUMBERS, *LARGE, *REALS, *REALS, *WHOLE, "E", "Z", "P[1]", "Q%[2]"),
    "i": ("1", "2", "3", "9", "E", "N%", "(A AND 7)", "(C AND 15)", "M%", "0"),
    "e": ("0", "1", "2", "3", "(E AND 3)", "(A AND 3)", "(N% AND 1)", "(B>C)"),
    "s": ('"x"', '"Q9"', "S$", "T$", "W$[1]", '"ab"'),
    "v": (*REALS, *WHOLE, "P[{e}]", "Q%[{e}]"),
    "t": ("S$", "T$", "W$[{e}]"),
    "r": REALS,
    "w": WHOLE,
}
SIMPLE = (
    *("{r}={n}", "{r}={n}", "{w}={i}", "{v}={n}", "{r}={r}+{n}", "{r}=({r}+1) AND 3", "{r}={r}-1-{i}"),
    *("{w}={w}*{i}+1", "{r}={c}", "P[{e}]={c}", "P[{e}]=P[{e}]+{n}", "Q%[{e}]=Q%[{e}]+{i}", "INC {r}"),
    *("INC {v},{i}", "DEC {r},{n}", "INC {w},{i}", "SWAP {r},{r}", "SWAP P[{e}],P[RND(4)]"),
    *("SWAP P[RND(4)],P[RND(4)]", "SWAP {w},Q%[{e}]", "SWAP {r},P[FN({e}) AND 3]", "SWAP W$[{e}],{t}"),
    *("{r}={i}<<{e}", "{r}={w}<<3:SWAP {r},{w}", "PUSH V,{n}", "PUSH V,{c}", "UNSHIFT V,{i}"),
    *("IF LEN(V) THEN {r}=POP(V)", "IF LEN(V)>1 THEN {r}=SHIFT(V)-SHIFT(V)"),
    *("IF LEN(V) THEN V[RND(LEN(V))]={n}", "FILL P,{n}", "COPY P,0,Q%", "SORT P", "RSORT Q%"),
    *("ARYOP 1,P,Q%,{n}", "{t}={s}", "{t}={t}+{s}", "INC {t},{s}", "PUSH S$,{s}", "UNSHIFT T$,{s}"),
    *("IF LEN(S$) THEN S$[RND(LEN(S$))]={s}", "T$=S$", "W$[{e}]=S$", 'PRINT {n};" ";{i}', "PRINT {s}"),
    *("PRINT {s};{n};{s}", "PRINT {c};{n}", "PRINT STR$({n});MAX({n},0)", "PRINT -{r};{r}*-1;-(0*{r})"),
    *("GPSET {e},{e},RGB(RND(9),{i} AND 3,RND(9),1)", "PRINT GSPOIT({e},{e})"),
    *("GFILL {e},RND(9),9,9,RND(65536)", "LOCATE RND(5),{e}", "COLOR RND(15)", "READ {r}", "READ {v}"),
    *("RESTORE @DATA", "INPUT {v}", 'INPUT "WHAT";{t}', 'INPUT "A",{r},{t}', "INPUT P[RND(4)]"),
    *("INPUT P[{e}],P[RND(4)]", "LINPUT {t}", "CHAIN {i}", "CHAIN {i}", "SPLIT {i} OUT {r},{v}"),
    *("SPLIT {i} OUT E,P[E AND 3]", "FLAG", "TEXT {s}", "{r}=FN({i})+E", "{w}=BOTH({i},E)+E", "GOSUB @ONE"),
    *("GOSUB @TWO", "ON {e} GOSUB @ONE,@TWO", "WAIT 1", "RANDOMIZE RND(2),1+RND(9)", "BEEP {e},{i}", "BEEP"),
    *('BGMPLAY "T120O4C8D8E"', "BGMSTOP", "BEEP RND(9)", "INC {v},FN({i})", "INC {t},WORD$({e})"),
    *("PUSH W$[{e}],WORD$({e})", "UNSHIFT S$,WORD$(E)", "DEC Q%[E AND 3],BOTH(E,2)"),
    *("IF LEN(S$) THEN S$[RND(LEN(S$))]=WORD$({e})", 'W$[FN({e}) AND 1]="abc":W$[{e}]=W$[{e}]+"de"'),
    *("IF LEN(W$[E AND 3])>2 THEN W$[E AND 3][RND(3)]={s}", "DIM L{d}[1+{e},1+RND(2)]:PRINT LEN(L{d})"),
    *("VAR X{d}={n}:PRINT X{d}", "G[RND(3),1]=G[1,RND(3)]+1"),
)
MOVING = (
    "SPOFS {e},{i},{n}", "SPOFS {e},RND(99),{i},{e}", "SPOFS {e},,{i}", "SPOFS {e} OUT {r},{v}",
    "SPSET {e},{i}", "SPSET {e},16*{e},0,16,16,1+RND(2)", "SPCHR {e},RND(99)", "SPCHR {e},{e},,,,9",
    "SPROT {e},{i}", "{v}=SPROT({e})", "SPSCALE {e},1+{e},RND(3)", "SPSCALE {e} OUT {r},{r}",
    "SPHOME {e},{i},{i}", "SPCOLOR {e},RGB(128,RND(9),{i} AND 7,255)", "SPHIDE {e}:SPSHOW RND(4)",
    "SPVAR {e},{e},{n}", "PRINT SPVAR({e},RND(8));SPUSED({e});SPCHK({e})", "SPCOL {e},0",
    "SPCOLVEC {e},{i},1",
    "PRINT SPHITSP({e});SPHITRC({i},0,RND(9)+1,9)", "SPHITINFO OUT {r},{v},{r}",
    "SPANIM {e},\"XY\",-3,{i},{n},2,{i},{i},{e}", "SPANIM {e},\"R+\",-9,{i}", "SPANIM RND(4),\"V\",{e}+1,{n}",
    "SPSTOP {e}:SPSTART", "SPDEF {e},16,RND(9)", "SPDEF {e} OUT {r},{v}", "SPCLIP 0,0,{i},99", "SPPAGE 4",
    "BGPUT {e},{e},RND(9),{i} AND 7", "BGFILL {e},0,{e},RND(9),{e},33", "PRINT BGGET({e},{e},{e})",
    "BGOFS {e},{i},RND(9)", "BGOFS {e} OUT {r},{r}", "BGROT {e},{i}", "BGSCALE {e},1,{n}",
    "BGHOME {e},{i},{i}",
    "BGCOORD {e},{i},{i} OUT {r},{v}", "BGCOPY 0,0,0,{e},{e},RND(9),{e}", "BGVAR {e},{e},{n}",
    "BGANIM {e},\"XY\",-4,{i},{i}", "BGCLR {e}", "VSYNC {e}",
)  # fmt: skip
IN_DEFINITION = (
    "E=E+{i}", "INC E", "{r}={i}", "{r}={r}+X", "{r}=({r}+X) AND 15", "S$=S$+\"-\"", "T$=S$", "{t}={s}",
    "P[{e}]={n}", "Q%[X AND 3]={i}", "SWAP P[RND(4)],P[{e}]", "{w}={w}+{i}", "L=X+1:{r}=L", "PUSH V,X",
    "IF {c} THEN E=X", "Z={c}", "FOR L=0 TO 2:INC P[L],{e}:NEXT", "IF E>99 THEN E=0",
    "UNSHIFT W$[{e}],\"z\"", "IF LEN(S$)>9 THEN S$=LEFT$(S$,2)",
)  # fmt: skip
GROWTH = (
    "A=A+1:B=A*2:A=B", "A=A+B:B=A+B", "C=A+B:A=B:B=C", "A=A+A", "P[0]=A:P[1]=A+1:A=P[0]+P[1]",
    "A=GROW(A)+GROW(A+1)", "N%=N%*1103515245+12345", "A=N%:B=A*N%", "A=A*3 AND &HFFFF", "A=A<<1",
    "A=(A<<3) XOR N%", "A=A*-1", "A=-A", "A=A+N%", "D=A MOD (1+B)", "N%=N%<<5:N%=N% XOR N%>>2",
    "A=ABS(A)*1.5", "M%=M%-A", "A=A*A MOD 65536", "SWAP A,B", "C=C+A/3", "A=A+I*1000", "B=B-A",
    "A=MIN(A*2,B+1000)", "D=N%:SWAP D,A", "C=A:A=C*2-B", "A=A OR B",
)  # fmt: skip
ANSWERS = ("5", "-3", "0.5", "X", "7,8", "AB,CD", "2,Q", "", "1E3", "-0", "100000", "3,")


def chains(pick: random.Random) -> str:
    """DEFs that call DEFs, and GOSUBs that call both: what they set is seen by all."""
    return Writer(pick).program(
        (*SIMPLE, *[each for each in SIMPLE if "CHAIN" in each or "GOSUB" in each] * 6)
    )


def moving(pick: random.Random) -> str:
    """Sprites and layers among all else."""
    return Writer(pick).program((*MOVING, *MOVING, *SIMPLE))


def operands(pick: random.Random) -> str:
    """Statements whose operands do something."""
    busy = [each for each in SIMPLE if "RND" in each or "FN" in each or "{e}" in each]
    return Writer(pick, busy=0.5).program(busy)


def growth(pick: random.Random) -> str:
    """Loops in which numbers grow together."""
    writer = Writer(pick)
    rows = [PRELUDE.strip()]
    for _ in range(pick.randint(1, 2)):
        body = [pick.choice(GROWTH) for _ in range(pick.randint(1, 4))]
        shown = pick.choice(("", 'PRINT A;" ";B;" ";N%'))
        rows += [f"FOR I=1 TO {pick.choice((5, 40, 75, 120))}", *body, shown, "NEXT", CHECK]
    return "\n".join([*rows, "END", "DEF GROW(X)", "RETURN X", "END", writer.comment()])


def jumps(pick: random.Random) -> str:
    """Loops and choices made of GOTO."""
    return Writer(pick, jumping=0.6).program(SIMPLE)


def mixed(pick: random.Random) -> str:
    """Everything in blocks of every sort."""
    return Writer(pick, jumping=0.15).program(SIMPLE)


PORT_KINDS: dict[str, Callable[[random.Random], str]] = {
    "chains": chains,
    "operands": operands,
    "growth": growth,
    "ported_moving": moving,
    "jumps": jumps,
    "exits": exits,
    "handing": handing,
    "mixed": mixed,
    "games": games,
}
"""Those that `--ports` tries."""


class Writer:
    """Fills patterns with the choices of one random generator.

    `busy` is the share of operands that do something, `jumping` that of blocks made of GOTO.
    """

    def __init__(self, pick: random.Random, busy: float = 0.2, jumping: float = 0.0) -> None:
        self.pick = pick
        self.busy = busy
        self.jumping = jumping
        self.count = 0

    def chance(self, share: float) -> bool:
        return self.pick.random() < share

    def fresh(self) -> str:
        self.count += 1
        return str(self.count)

    # ---- the whole

    def program(self, patterns: Sequence[str]) -> str:
        rows = [PRELUDE.strip()]
        for _ in range(self.pick.randint(2, 7)):
            rows += self.block(patterns, 2)
            if self.chance(0.4):
                rows.append(CHECK)
        rows += [CHECK, "END"]
        rows += ["@ONE", *self.rows(IN_DEFINITION, 2, "C"), self.call(1), "RETURN"]
        rows += ["@TWO", *self.rows(IN_DEFINITION, 1, "D")]
        rows += [self.pick.choice(("GOSUB @ONE", self.call(1))), "RETURN"]
        rows += ["@DATA", "DATA 3,0,-2,7,9,4,1,5,8", "DATA " + ",".join("1234567" * 12)]
        rows += self.definitions()
        return "\n".join(self.commented(rows))

    def commented(self, rows: list[str]) -> list[str]:
        return [row + " " + self.comment() if self.chance(0.05) and row else row for row in rows]

    def comment(self) -> str:
        return self.pick.choice(COMMENTS)

    def definitions(self) -> list[str]:
        """DEFs, each of which calls only those behind it, or itself with less."""
        heads = [
            ("CHAIN X", ""), ("FLAG", ""), ("TEXT X$", ""), ("SPLIT X OUT Y,W", "Y=X AND 7:W=E"),
            ("BOTH(X,Y)", "RETURN (X+Y+E) AND 63"),
            ("DOWN(X)", "IF X<=0 THEN RETURN E AND 3\nRETURN DOWN(X-1)+1"),
            ("WORD$(X)", "RETURN MID$(S$+\"ab\",X AND 1,2)"), ("FN(X)", "RETURN (X+E) AND 15"), ("SET X", ""),
            ("INNER", ""),
        ]  # fmt: skip
        rows = []
        for depth, (head, end) in enumerate(heads):
            argument = "X" if "X" in head and "$" not in head.split(" ")[-1] else str(self.pick.randint(0, 3))
            rows.append(f"DEF {head}")
            if head.startswith(("FLAG", "TEXT", "INNER")):
                rows.append("X=1")
            rows += self.rows(IN_DEFINITION, self.pick.randint(0, 2), argument)
            if self.chance(0.7):
                rows.append(self.call(depth + 2))
            rows += [end, "END"]
        return rows

    def call(self, depth: int) -> str:
        """A call of a DEF that stands that far down."""
        calls = (
            *("CHAIN 2", "FLAG", 'TEXT "u"', "SPLIT 3 OUT A,B", "C=BOTH(1,E)", "D=DOWN(2)", "T$=WORD$(E)"),
            "E=FN(E)",
        )
        below = (*calls[depth - 1 :], "SET 2", "INNER")
        return self.pick.choice(below[1:] if len(below) > 2 and depth > 1 else below) if depth < 10 else ""

    def rows(self, patterns: Sequence[str], count: int, x: str) -> list[str]:
        """Statements of a DEF or GOSUB, which call nothing that is not written there."""
        found = []
        for _ in range(count):
            before, self.busy = self.busy, 0.0
            found.append(re.sub(r"\bX\b", x, self.filled(self.pick.choice(patterns), quiet=True)))
            self.busy = before
        return found

    # ---- blocks

    def block(self, patterns: Sequence[str], depth: int) -> list[str]:
        if depth == 0 or self.chance(0.5):
            return [self.filled(self.pick.choice(patterns))]
        body = [row for _ in range(self.pick.randint(1, 3)) for row in self.block(patterns, depth - 1)]
        if self.chance(self.jumping):
            return self.jump(body)
        passes = f"H{self.fresh()}"
        match self.pick.randrange(7):
            case 0:
                return [f"IF {self.filled('{c}')} THEN", *body, "ENDIF"]
            case 1:
                other = self.filled(self.pick.choice(patterns))
                branches = [f"IF {self.filled('{c}')} THEN", *body, f"ELSEIF {self.filled('{c}')} THEN"]
                return [*branches, "ELSE", other, "ENDIF"]
            case 2:
                leave = self.filled(self.pick.choice(("", "IF {c} THEN BREAK", "IF {c} THEN CONTINUE")))
                counter = "IJK"[depth]
                head = self.pick.choice(
                    ("=0 TO {e}", "=1 TO 5 STEP 2", "=3 TO 0 STEP -1", "=0 TO 1 STEP 0.5", "={e} TO 2+RND(2)")
                )
                return [f"FOR {counter}{self.filled(head)}", *body, leave, f"NEXT:PRINT {counter}"]
            case 3:
                head = f"WHILE {passes}<3 && {self.filled('{c}')}"
                return [f"{passes}=0", head, f"INC {passes}", *body, "WEND"]
            case 4:
                end = f"UNTIL {passes}>2 || {self.filled('{c}')}"
                return [f"{passes}=0", "REPEAT", f"INC {passes}", *body, end]
            case 5:
                test, then, other = (self.filled(each) for each in ("{c}", "{r}={n}", "{r}={i}"))
                return [f"IF {test} THEN {then} ELSE {other}", *body]
            case _:
                return [f"FOR {'IJK'[depth]}=1 TO LEN(V)+1", *body, "IF LEN(V)>4 THEN BREAK", "NEXT"]

    def jump(self, body: list[str]) -> list[str]:
        number = self.fresh()
        passes, label = f"H{number}", f"@L{number}"
        test = self.filled("{c}")
        match self.pick.randrange(4):
            case 0:
                end = f"IF {passes}<3 && {test} GOTO {label}"
                return [f"{passes}=0", label, f"INC {passes}", *body, end]
            case 1:
                return [f"IF {test} GOTO {label}", *body, label]
            case 2:
                rows = [f"ON {self.filled('{e}')} GOTO {label}A,{label}B", *body, f"GOTO {label}E"]
                return [*rows, f"{label}A", self.filled("{r}={n}"), f"{label}B", "PRINT 5", f"{label}E"]
            case _:
                rows = [f"{passes}=0", f"GOTO {label}B", f"{label}A", *body, f"{label}B", f"INC {passes}"]
                return [*rows, f"IF {passes}<4 THEN {label}A"]

    # ---- patterns

    def filled(self, pattern: str, depth: int = 2, *, quiet: bool = False) -> str:
        return MARK.sub(lambda mark: self.meant(mark[1], depth, quiet=quiet), pattern)

    def meant(self, mark: str, depth: int, *, quiet: bool) -> str:
        """What a mark stands for; `quiet` where nothing may be called."""
        if mark == "d":
            return self.fresh()
        if mark == "c":
            return self.condition(depth, quiet)
        if mark in BUSY and not quiet and self.chance(self.busy):
            return self.pick.choice(BUSY[mark])
        if mark in DEEPER and depth > 0 and self.chance(0.5):
            return self.inner(DEEPER[mark], depth, quiet)
        return self.filled(self.pick.choice(PLAIN[mark]), 0, quiet=quiet)

    def condition(self, depth: int, quiet: bool) -> str:
        pattern = "({n}" + self.pick.choice(COMPARING) + "{n})"
        if self.chance(0.1):
            pattern = "({s}==T$)"
        elif depth > 0 and self.chance(0.3):
            pattern = "({c} " + self.pick.choice(("&&", "||", "AND", "XOR")) + " {c})"
        return self.filled(pattern, 0 if quiet else depth - 1, quiet=quiet)

    def inner(self, patterns: Sequence[str], depth: int, quiet: bool) -> str:
        found = self.pick.choice(patterns)
        while quiet and re.search(r"FN|BOTH|DOWN|WORD", found):
            found = self.pick.choice(patterns)
        pattern = f"({found})" if self.chance(0.7) else found
        return self.filled(pattern, depth - 1, quiet=quiet)
