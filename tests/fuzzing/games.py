"""Writes programs like games: a main loop of frames and buttons, things in arrays, states, subroutines.

Things are arrays of one size that are subscripted alike. Each label that something jumps back to counts, so
that every program ends.
"""

import random
import re

MARK = re.compile(r"\{(\w)\}")
LAST = 40
"""How often labels count before the program ends."""
THINGS = (("E", "XYVK", "' enemies"), ("B", "XYF", "' shots"), ("S", "XY", ""), ("", "UVR", ""))
"""Arrays: the beginning and the other letters of their names, and a comment beside them."""
SUBROUTINES = ("INIT", "MOVE", "DRAW", "NEWENEMY", "HIT")
CONDITIONS = (
    "{f}>{v}", "{f}=={v}", "{a}>{v}", "{a}==0", "{a}", "ST=={s}", "ST!={s}", "B AND {b}", "X>{v}",
    "RND(3)==0", "{f}>2 && X>{v}", "{a}>1 OR {a}<0", "T MOD {w}==0", "LF<2", "!F", "F", "{i}>1",
)  # fmt: skip
STATEMENTS = (
    "{a}={v}", "{a}={a}+{v}", "{a}={f}", "{a}={f}+{a}", "INC {a}", "SWAP {a},{f}", "{f}={a}", "X=X+{v}",
    "SC=SC+10", "LF=LF-1", "F=1", "F=0", "F={c}", "ST={s}", "E=RND({n})", "GPSET X,{f}", "PRINT {a};{f};",
    "SPOFS {i},{a},{f}", "LOCATE 0,0:PRINT \"SCORE:\";SC;\" LIFE \";LF", "X=MAX(0,MIN(X,9))", "BEEP {s}",
    "IF {c} THEN {a}={v}", "IF {c} THEN {a}={v} ELSE {a}={f}", "IF {a}<0 THEN {a}=0", "Y=Y-1", "X={f}",
    "P$=P$+\"*\"", "PUSH Q,{a}", "IF LEN(Q) THEN {a}=POP(Q)", "E=(E+1) MOD {n}", "{a}=-{a}", "{a}=!{a}",
    "PUSH GX,{v}:PUSH GY,{a}", "PUSH GX,X:PUSH GY,LEN(Q)", "IF LEN(GX)>2 THEN X=GX[2]+GY[0]",
    "FOR K=0 TO LEN(GX)-1:GX[K]=GX[K]+GY[K]:NEXT", "FOR K=0 TO LEN(GY)-1:PRINT GX[K];GY[K];:NEXT",
)  # fmt: skip

VALUES = {"v": ("1", "2", "0", "7", "RND(9)", "0.5"), "s": "0123", "b": ("1", "4", "16"), "w": "234"}
"""What other marks stand for: numbers, states, buttons, and how often something happens."""


def games(pick: random.Random) -> str:
    """A program with a title, a main loop, an end of each round, and subroutines."""
    return _Writer(pick).program()


class _Writer:
    """Writes one program; `labels`: those of its main program, `counters`: those of the loops around."""

    def __init__(self, pick: random.Random) -> None:
        self.pick = pick
        self.size = str(pick.randint(2, 5))
        self.things = pick.sample(THINGS, pick.randint(1, 3))
        self.labels = ["@TITLE", "@LOOP", *pick.sample(("@NEXT", "@SKIP", "@OVER"), pick.randint(1, 3))]
        self.subroutines = pick.sample(SUBROUTINES, pick.randint(1, 4))
        self.counters: list[str] = []

    def program(self) -> str:
        rows = ['T=0:SC=0:LF=3:ST=0:X=5:Y=0:F=0:E=0:B=0:P$=""', "DIM Q[0],GX[0],GY[0]"]
        size = self.pick.choice((self.size, "MX"))
        rows.append(f"MX={self.size}")
        for prefix, letters, comment in self.things:
            dims = ",".join(f"{prefix}{letter}[{size}]" for letter in letters)
            rows.append(f"DIM {dims} {comment}".rstrip())
        rows += [f"FOR I=0 TO {self.size}-1:SPSET I,I:NEXT", *self.block(1)]
        for label in self.labels:
            rows += [label, f"T=T+1:IF T>{LAST} THEN @END", *self.head(label)]
            for _ in range(self.pick.randint(2, 5)):
                rows += self.block(2, self.labels)
            if self.pick.random() < 0.4:
                rows.append(f"GOTO {self.pick.choice(self.labels)}")
        rows += [f"GOTO {self.labels[1]}", "@END", "PRINT T;SC;LF;ST;X;Y;F;E;P$;LEN(Q)"]
        shown = ";".join(f"{prefix}{letter}[I]" for prefix, letters, _ in self.things for letter in letters)
        rows += [f"FOR I=0 TO {self.size}-1:PRINT {shown}:NEXT", "END"]
        for at, name in enumerate(self.subroutines):
            called = self.subroutines[at + 1 :]
            rows += [f"@{name}", *self.block(2, called=called), *self.block(1, called=called)]
            if self.pick.random() < 0.3:
                rows += [f"IF {self.filled('{c}')} THEN RETURN", *self.block(1, called=called)]
            rows.append("RETURN")
        return "\n".join(rows)

    def head(self, label: str) -> list[str]:
        """What a label begins with: the main loop waits for a frame and asks for buttons."""
        return ["VSYNC 1", self.pick.choice(("B=BUTTON()", "B=BUTTON(2)"))] if label == "@LOOP" else []

    def block(self, depth: int, jumps: list[str] | None = None, called: list[str] | None = None) -> list[str]:
        """A statement, a call, a jump, or several statements in a loop or branch."""
        pick, subroutines = self.pick, self.subroutines if called is None else called
        kind = pick.random()
        if kind < 0.15 and subroutines:
            name = pick.choice(subroutines)
            before = pick.choice(("", f"E=RND({self.size}):", f"IF {self.filled('{c}')} THEN "))
            return [f"{before}GOSUB @{name}"]
        if kind < 0.35 and jumps:
            two = f"ON ST GOTO {pick.choice(jumps)},{pick.choice(jumps)}"
            return [pick.choice((*[f"IF {self.filled('{c}')} THEN {pick.choice(jumps)}"] * 4, two))]
        if kind > 0.6 and depth:
            counter = "JI"[depth - 1]
            is_loop = kind < 0.78
            self.counters += [counter] * is_loop
            body = [row for _ in range(pick.randint(1, 3)) for row in self.block(depth - 1, jumps, called)]
            if not is_loop:
                other = ["ELSE", *self.block(depth - 1, jumps, called)] if pick.random() < 0.4 else []
                return [f"IF {self.filled('{c}')} THEN", *body, *other, "ENDIF"]
            ends = "BREAK", "CONTINUE"
            leave = pick.choice(("", "", f"IF {self.filled('{c}')} THEN {pick.choice(ends)}"))
            last = pick.choice((self.size, self.size, "MX")) + "-1"
            self.counters.pop()
            return [f"FOR {counter}=0 TO {last}", *body, *([leave] if leave else []), "NEXT"]
        return [self.filled(pick.choice(STATEMENTS))]

    def filled(self, pattern: str) -> str:
        """Returns a pattern with everything in its marks; `{a}` and `{f}` are elements with one index."""
        pick = self.pick
        index = self.index()
        prefix, letters, _ = pick.choice(self.things)

        def meant(mark: str) -> str:
            match mark:
                case "a" | "f":
                    return f"{prefix}{pick.choice(letters)}[{self.index() if pick.random() < 0.2 else index}]"
                case "c":
                    return self.filled(pick.choice(CONDITIONS))
                case "i":
                    return index
                case "n":
                    return self.size
            return pick.choice(VALUES[mark])

        return MARK.sub(lambda mark: meant(mark[1]), pattern)

    def index(self) -> str:
        """Returns a subscript that is there: what FOR leaves behind is one too many."""
        others = f"I MOD {self.size}", "E", "E", "E", "0"
        return self.pick.choice((*self.counters * 3, *others))
