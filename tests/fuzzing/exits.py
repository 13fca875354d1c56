"""Writes programs of counting loops that jumps leave, and that print the counters afterwards.

Each loop has a label behind it, and any IF inside goes to the label of any loop around it. What a counter
holds then depends on the way that was taken.
"""

import random

COUNTERS = ("I", "J", "K")
STEPS = ("", "", "", "", " STEP 2", " STEP -1")
CONDITIONS = (
    "I>1", "J>1", "K>1", "I==1", "J==0", "X>3", "X>6", "X AND 1", "I>J", "K>I", "RND(2)", "X==2",
)  # fmt: skip
DEEPEST = 3


def exits(pick: random.Random) -> str:
    """Loops in each other, left from within."""
    writer = _Writer(pick)
    writer.block([], [])
    again = ["N=N+1:IF N<3 THEN @TOP"] if pick.random() < 0.3 else []
    return "\n".join(["X=0:N=0", "@TOP", *writer.rows, *again, "@END", "PRINT I;J;K;X"])


class _Writer:
    """Collects the rows of one program."""

    def __init__(self, pick: random.Random) -> None:
        self.pick = pick
        self.rows: list[str] = []
        self.labels = 0

    def block(self, counters: list[str], ways_out: list[str]) -> None:
        """A few statements inside the loops of those counters, whose labels are the ways out."""
        for _ in range(self.pick.randint(2, 4)):
            kind = self.pick.random()
            if kind < 0.5 and len(counters) < DEEPEST:
                self.loop(counters, ways_out)
            elif kind < 0.75 and ways_out:
                way = self.pick.choice((*[self.pick.choice(ways_out)] * 3, "BREAK", "CONTINUE"))
                self.rows.append(f"IF {self.pick.choice(CONDITIONS)} THEN {way}")
            else:
                self.rows.append(self.statement(counters))

    def statement(self, counters: list[str]) -> str:
        """One that leaves the counters of the loops around it alone: the program ends."""
        other = self.pick.choice((*COUNTERS, "X", "2"))
        stores = [f"{each}={other}" for each in COUNTERS if each not in counters]
        return self.pick.choice((*stores, f"PRINT {other};", *["X=X+1:IF X>40 THEN @END"] * 3))

    def loop(self, counters: list[str], ways_out: list[str]) -> None:
        pick = self.pick
        counter = pick.choice([each for each in COUNTERS if each not in counters])
        self.labels += 1
        label = f"@L{self.labels}"
        limit = pick.choice(("0", "1", "2", "3", "N", "X"))
        self.rows.append(f"FOR {counter}={pick.randint(0, 2)} TO {limit}{pick.choice(STEPS)}")
        self.block([*counters, counter], [*ways_out, label])
        self.rows.append("NEXT")
        if pick.random() < 0.3:
            self.rows.append(f"PRINT {pick.choice(COUNTERS)};")
        self.rows.append(label)
        if pick.random() < 0.5:
            self.rows.append("PRINT I;J;K")
