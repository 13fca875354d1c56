"""Writes programs whose GOSUBs hand numbers to each other, for the fuzzer of ports.

Each subroutine stores and reads a few variables, and calls those behind it, or itself with a smaller number.
Which of the variables are given, given back, or neither changes from program to program.
"""

import random
import re

MARK = re.compile(r"\{(\w)\}")
NAMES = ("A", "B", "C", "X%", "Y")
VALUES = ("1", "2", "RND(5)", "RND(9)-4", "0.5", "7")
CONDITIONS = ("{a}>{b}", "{a}==2", "RND(2)", "{a}", "!{a}")
STATEMENTS = (
    *("{a}={v}", "{a}={v}", "{a}={b}", "{a}={b}+{v}", "{a}={a}+1", "INC {a}", "SWAP {a},{b}"),
    *("PRINT {a};", "PRINT {a};{b};", "S$=S$+STR$({a})", "P[RND(3)]={a}", "{a}=P[1]", "IF {c} THEN {a}={v}"),
    *("IF {c} THEN {a}={v} ELSE {a}={b}", "PRINT F({a});", "READ {a}:RESTORE @D"),
)
CALLS = ('GOSUB "@{s}"+""', "GOSUB @{s}", "GOSUB @{s}", "IF {c} THEN GOSUB @{s}", "ON RND(3) GOSUB @{s},@{s}")


def handing(pick: random.Random) -> str:
    """A main program and up to four subroutines that share the values of a few variables."""
    names = pick.sample(NAMES, pick.randint(2, 4))
    count = pick.randint(1, 4)

    def filled(pattern: str, behind: int) -> str:
        while mark := MARK.search(pattern):
            match mark[1]:
                case "v":
                    new = pick.choice(VALUES)
                case "c":
                    new = pick.choice(CONDITIONS)
                case "s":
                    new = f"S{pick.randint(behind, count)}"
                case _:
                    new = pick.choice(names)
            pattern = pattern[: mark.start()] + new + pattern[mark.end() :]
        return pattern

    def rows(behind: int, most: int, depth: int = 2) -> list[str]:
        """Statements that call only subroutines from a number on."""
        found = []
        for _ in range(pick.randint(1, most)):
            kind = pick.random()
            if kind < 0.25 and behind <= count:
                found.append(filled(pick.choice(CALLS), behind))
            elif kind < 0.4 and depth:
                body = rows(behind, 3, depth - 1)
                opened, closed = pick.choice(
                    (
                        (f"FOR {pick.choice(names)}=0 TO 2:T=T+1:IF T>90 THEN BREAK", "NEXT"),
                        (f"FOR {'IJ'[depth - 1]}=0 TO 2", "NEXT"),
                        ("IF {c} THEN", "ENDIF"),
                        ("REPEAT:T=T+1", "UNTIL {c} || T>90"),
                        ("WHILE {c}:T=T+1:IF T>90 THEN BREAK", "WEND"),
                    )
                )
                found += [filled(opened, behind), *body, filled(closed, behind)]
            else:
                found.append(filled(pick.choice(STATEMENTS), behind))
        return found

    program = [*(f"{each}={pick.choice(VALUES)}" for each in names if pick.random() < 0.7), "DIM P[3]"]
    program += [*rows(1, 9), "PRINT S$;T", *(f"PRINT {each}" for each in names if pick.random() < 0.4), "END"]
    for number in range(1, count + 1):
        program += [f"@S{number}", *rows(number + 1, 5)]
        if pick.random() < 0.2:
            program.append(f"R=R+1:IF R<9 THEN GOSUB @S{number}")
        if pick.random() < 0.3:
            program.append(filled("IF {c} THEN RETURN", 0))
        program += [*rows(number + 1, 2), "RETURN"]
    returned = filled(pick.choice(("RETURN X", "RETURN X", "RETURN X+{a}")), 0)
    return "\n".join([*program, "@D", "DATA 3,4,5", "DEF F(X)", returned, "END"])
