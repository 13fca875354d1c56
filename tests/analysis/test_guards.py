"""The guards at places of listings, and random programs in which no wrong guard may hold."""

import ast
import random

from retromaze.analysis.guards import LONGEST_ARRAY, GuardTable
from retromaze.analysis.programs import analyse_listing
from retromaze.compiler.compiling import written_functions
from retromaze.compiler.settings import ALL, Settings
from retromaze.engine.computer import Computer
from retromaze.language.block_tree import all_steps, heads_of
from retromaze.machine.machine import Machine
from retromaze.runner import run_computer
from tests.amounts import many

# A listing and, at its line of `?A[0]`, what is known of each variable: name, relation, other side, offset.
PLACES = {
    "a comparison": ("IF X>=2 THEN\n?A[0]\nENDIF", ["X >= 2"]),
    "the other branch": ("IF X>=2 THEN\nELSE\n?A[0]\nENDIF", ["X < 2"]),
    "several conditions": ("IF X>1 && 9>Y THEN\n?A[0]\nENDIF", ["X > 1", "Y < 9"]),
    "none of several conditions": ("IF X>1 || Y THEN\nELSE\n?A[0]\nENDIF", ["X <= 1", "Y == 0"]),
    "one of several conditions, whichever": ("IF X>1 || Y>1 THEN\n?A[0]\nENDIF", []),
    "a sum": ("IF X+2<Y THEN\n?A[0]\nENDIF", ["X+2 < Y", "Y > X+2"]),
    "a subscript": ("A[X-1]=0\n?A[0]", [f"X-1 in 0..{LONGEST_ARRAY}"]),
    "a subscript that may not be looked at": ("IF Y && A[X] THEN Y=0\n?A[0]", []),
    "a subscript that is looked at in any case": (
        "IF A[X] && Y THEN Y=0\n?A[0]",
        [f"X in 0..{LONGEST_ARRAY}"],
    ),
    "a store": ("X=Y+1\n?A[0]", ["X == Y+1"]),
    "a store to what was known": ("A[X]=0\nINC X\n?A[0]", ["X == X+1"]),
    "the way out of a branch": ("IF X<0 THEN END\n?A[0]", ["X >= 0"]),
    "a loop": ("FOR X=1 TO 5\n?A[0]\nNEXT", ["X <= 5", "X >= 1"]),
    "a loop down": ("FOR X=5 TO 1 STEP -1\n?A[0]\nNEXT", ["X >= 1", "X <= 5"]),
    "a loop that stores to its variable": ("FOR X=1 TO 5\n?A[0]\nX=Y\nNEXT", []),
    "a loop of a DEF's variable": ("FOR X=1 TO 5\n?A[0]\nF\nNEXT\nDEF F\nX=0\nEND", []),
    "behind a loop": ("IF X>0 THEN\nWHILE Y\nX=X-1\nWEND\n?A[0]\nENDIF", []),
    "in a WHILE": ("WHILE X<9\n?A[0]\nWEND", ["X < 9"]),
    "behind a label": ("IF X>0 THEN\n@L\n?A[0]\nENDIF\nGOTO @L", []),
    "behind a GOSUB": ("A[X]=0\nGOSUB @S\n?A[0]\nEND\n@S\nRETURN", []),
    "behind a DEF that stores to it": (
        "A[X]=0:A[Y]=0\nF\n?A[0]\nDEF F\nX=0\nEND",
        [f"Y in 0..{LONGEST_ARRAY}"],
    ),
    "behind a DEF that stores to something else": (
        "A[X]=0:A[Y]=0\nF\n?A[0]\nDEF F\nZ=0\nEND\nDEF G\nX=0\nEND",
        [f"X in 0..{LONGEST_ARRAY}", f"Y in 0..{LONGEST_ARRAY}"],
    ),
    "behind a DEF that calls others": (
        "A[X]=0:A[Y]=0\nF\n?A[0]\nDEF F\nG\nEND\nDEF G\nY=0:F\nEND",
        [f"X in 0..{LONGEST_ARRAY}"],
    ),
    "behind a GOSUB of a DEF": ("A[X]=0\nF\n?A[0]\nEND\n@S\nX=0\nRETURN\nDEF F\nGOSUB A$\nEND", []),
    "behind SWAP": ("A[X]=0\nSWAP X,Y\n?A[0]", ["X == Y", "Y == X", f"Y in 0..{LONGEST_ARRAY}"]),
    "behind SWAP of two types": ("A[X]=0:A[I%]=0\nSWAP X,I%\n?A[0]", []),
    "behind SWAP with an element": ("A[X]=0:A[Y]=0\nSWAP X,A[Y]\n?A[0]", [f"Y in 0..{LONGEST_ARRAY}"]),
    "behind SWAP in a branch": (
        "A[X]=0:A[Y]=0\nIF Z THEN SWAP X,Y\n?A[0]",
        [f"X in 0..{LONGEST_ARRAY}", f"Y in 0..{LONGEST_ARRAY}"],
    ),
    "behind READ": ("A[X]=0\nREAD X\n?A[0]\nDATA 1", []),
}


def shown(listing: str) -> list[str]:
    program = analyse_listing("DIM A[9]\nX=X:Y=Y\n" + listing)
    guard_table = GuardTable(program, open_to_others=False)
    lines = listing.split("\n")
    place = 3 + lines.index("?A[0]")
    for step in all_steps(program.main.body):
        if step.line == place:
            known = guard_table.guards_at(program.main, heads_of(step)[0])
            return [told(name, guard) for name, all_of in known.by_name.items() for guard in all_of]
    raise AssertionError("nothing stands there")


def told(name, guard) -> str:
    offset = f"{guard.offset:+}" if guard.offset else ""
    if hasattr(guard.bound, "low"):
        side = guard.bound.low if guard.bound.low == guard.bound.high else f"0..{guard.bound.high}"
        return f"{name}{offset} {guard.relation if guard.bound.low == guard.bound.high else 'in'} {side}"
    return f"{name}{offset} {guard.relation} {written(guard.bound)}"


def written(node) -> str:
    match type(node).__name__:
        case "Number":
            return str(node.value)
        case "Name":
            return str(node.name)
        case _:
            return f"{written(node.left)}{node.operator}{written(node.right)}"


def test_what_is_known() -> None:
    found = {
        name: [each for each in shown(listing) if each not in ("X == X", "Y == Y")]
        for name, (listing, _) in PLACES.items()
    }
    assert found == {name: known for name, (_, known) in PLACES.items()}


def test_tests_that_cannot_fail_are_not_written() -> None:
    source = (
        "DIM M[9,9]\nFOR I=1 TO 8:FOR J=1 TO 8\nIF I>=2 && M[I-2,J]==0 THEN M[I-1,J-1]=M[I,J]+1\nNEXT:NEXT"
    )

    def tests(settings: Settings) -> int:
        return sum(
            ast.unparse(each.function).count("bad_subscript") for each in written_functions(source, settings)
        )

    assert (tests(Settings()), tests(Settings(techniques=frozenset())) > 4) == (0, True)


# ---- random programs full of subscripts


class Maker:
    """Writes listings whose every step depends on what variables can be, often just at the edge."""

    def __init__(self, pick: random.Random) -> None:
        self.pick = pick
        self.labels = 0

    def name(self) -> str:
        return self.pick.choice(["X", "Y", "N", "I%", "Q"])

    def number(self) -> str:
        return str(self.pick.choice([-1, 0, 1, 2, 3, 5, 8, 9, 2147483647]))

    def subscript(self) -> str:
        return self.pick.choice(["{v}", "{v}", "{v}+1", "{v}-1", "{v}-2", "{n}", "A[{v}]"]).format(
            v=self.name(), n=self.pick.randint(0, 9)
        )

    def element(self) -> str:
        if self.pick.randrange(3):
            return f"A[{self.subscript()}]"
        return f"B[{self.subscript()},{self.subscript()}]"

    def value(self) -> str:
        forms = [
            *("{v}", "{v}+1", "{v}-1", "{v}*2", "{n}", "{e}", "{v}+{v2}", "RND(4)", "{v} MOD 5"),
            "F({v},{v2})",
        ]
        return self.pick.choice(forms).format(
            v=self.name(), v2=self.name(), n=self.number(), e=self.element()
        )

    def test(self) -> str:
        forms = [
            *("{v}{s}{n}", "{v}{s}{v2}", "{v}+1{s}{v2}", "{e}{s}{v}", "!{v}", "{v}", "{v}{s}{n} && {e}"),
            "{v} || {e}",
        ]
        sign = self.pick.choice(["<", "<=", ">", ">=", "==", "!="])
        return self.pick.choice(forms).format(
            v=self.name(), v2=self.name(), n=self.number(), e=self.element(), s=sign
        )

    def simple(self) -> str:
        forms = [
            *("{v}={x}", "{v}={x}", "{e}={x}", "INC {v}", "DEC {v},2", "SWAP {v},{v2}", "SWAP {v},{e}"),
            "G {v}",
        ]
        forms += ["?{e};", "GOSUB @S", "READ {v}:RESTORE @D", "VAR K{k}={v}:?A[K{k}];"]
        self.labels += 1
        return self.pick.choice(forms).format(
            v=self.name(), v2=self.name(), x=self.value(), e=self.element(), k=self.labels
        )

    def block(self, depth: int) -> list[str]:
        rows = []
        for _ in range(self.pick.randint(1, 3)):
            rows += self.step(depth)
        return rows

    def step(self, depth: int) -> list[str]:
        if not depth or self.pick.randrange(3):
            return [self.simple()]
        inside = self.block(depth - 1)
        match self.pick.randrange(6):
            case 0:
                return [f"IF {self.test()} THEN", *inside, "ENDIF"]
            case 1:
                return [f"IF {self.test()} THEN", *inside, "ELSE", *self.block(depth - 1), "ENDIF"]
            case 2:
                head = (
                    f"FOR {self.name()}={self.number()} TO {self.pick.choice([self.number(), self.value()])}"
                )
                return [head + self.pick.choice(["", " STEP -1", " STEP 2"]), *inside, *self.out(), "NEXT"]
            case 3:
                return [f"WHILE {self.test()}", *inside, *self.out(), "WEND"]
            case 4:
                return ["REPEAT", *inside, *self.out(), f"UNTIL {self.test()}"]
            case _:
                self.labels += 1
                return [
                    f"@L{self.labels}",
                    *inside,
                    f"IF {self.test()} THEN GOTO @L{self.pick.randint(1, self.labels)}",
                ]

    def out(self) -> list[str]:
        """Most loops end at last."""
        return ["INC Z:IF Z>40 THEN END"] + (["IF RND(2) THEN BREAK"] if self.pick.randrange(3) == 0 else [])

    def program(self) -> str:
        start = [f"{name}={self.number()}" for name in ("X", "Y", "N", "I%", "Q") if self.pick.randrange(2)]
        body = self.block(3)
        for number in range(1, self.labels + 1):
            if f"@L{number}" not in body:
                body.append(f"@L{number}")
        end = [
            "?X;Y;N;I%;Q",
            "END",
            "@S",
            self.simple().replace("GOSUB @S", "INC N"),
            "RETURN",
            "@D",
            "DATA 1,7",
        ]
        test = f"X{self.pick.choice(['<', '>='])}{self.number()}"
        f = f"DEF F(X,P)\nIF {test} THEN RETURN P-1\nRETURN X+A[P]\nEND"
        g = f"DEF G X\nA[X]=X-1\nIF RND(3)==0 THEN {self.pick.choice(['N', 'Y'])}=X-2\n?B[X,X];\nEND"
        return "\n".join(["DIM A[9],B[6,5]", *start, "INC Z:IF Z>40 THEN END", *body, *end, f, g])


def outcome(source: str, techniques: frozenset[object]) -> tuple[str, object, int]:
    machine = Machine(seed=3)
    computer = Computer(machine, techniques=techniques)  # type: ignore[arg-type]
    computer.load_source(0, source)
    error = run_computer(computer, frames=40)
    return machine.console.text(), error and (error.message, error.line, error.column), machine.frame


def check(seed: int) -> None:
    source = Maker(random.Random(seed)).program()
    assert outcome(source, ALL) == outcome(source, frozenset()), source


def test_nothing_is_known_that_is_not_so() -> None:
    for seed in range(many(2, 320)):
        check(seed)
