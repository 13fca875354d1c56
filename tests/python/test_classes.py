"""Methods become functions where objects hold only the machine."""

from retromaze.python.classes import drop_idle_methods, drop_unread_attributes, plain_functions
from tests.python.trees import text, tree

CALLING = """\
def main(machine: Machine) -> None:
    {main}


class Tiny:
    def __init__(self, machine: Machine) -> None:
        self.machine = machine{state}

    def run(self) -> None:
        machine = self.machine
        machine.reset()
        machine.vsync(1)
        while self.asked(self.half(3)):
            machine.vsync(2)

    def asked(self, n: int) -> bool:
        return self.machine.rng.below(n) == 0

    def half(self, n: int) -> int:
        return n // 2"""
BODY = """\
    machine.reset()
    machine.vsync(1)
    while asked(machine, half(3)):
        machine.vsync(2)


def asked(machine: Machine, n: int) -> bool:
    return machine.rng.below(n) == 0


def half(n: int) -> int:
    return n // 2"""


def plain(main: str, state: str = "") -> str:
    return text(plain_functions(tree(CALLING.format(main=main, state=state))))


def test_objects_that_hold_only_the_machine() -> None:
    assert plain("Tiny(machine).run()") == f"def main(machine: Machine) -> None:\n{BODY}"


def test_what_runs_with_something_stays_a_function() -> None:
    assert plain("with deep_recursion:\n        Tiny(machine).run()") == (
        "def main(machine: Machine) -> None:\n    with deep_recursion:\n        run(machine)\n\n\n"
        f"def run(machine: Machine) -> None:\n{BODY}"
    )


def test_other_objects_stay() -> None:
    main, state = "Tiny(machine).run()", "\n        self.x = 0"
    assert plain(main, state) == CALLING.format(main=main, state=state)


def test_a_machine_that_is_used_twice_has_no_name() -> None:
    source = CALLING.format(main="Tiny(machine).run()", state="\n        self.x = 0")
    named = source.replace(
        "        return self.machine", "        machine = self.machine\n        return machine"
    )
    assert text(plain_functions(tree(named))) == source


def test_what_is_left_over_goes() -> None:
    source = """\
class Tiny:
    def __init__(self, machine, n, m):
        self.machine = machine
        self.n = n
        self.m = m
        self.rows = [0] * n

    def run(self):
        self.fill()
        if self.rows[0]:
            self.fill()
        self.wait(3)

    def fill(self):
        pass

    def wait(self, n):
        pass"""
    parts = tree(source)
    drop_idle_methods(parts)
    drop_unread_attributes(parts)
    left = source.replace("        self.n = n\n", "").replace("    def fill(self):\n        pass\n\n", "")
    left = left.replace("            self.fill()", "            pass").replace("        self.fill()\n", "")
    assert text(parts) == left


def test_what_only_run_uses_is_given_to_it() -> None:
    given = (
        "def main(machine: Machine, *, m: int = 1, n: int = 2) -> None:\n    Tiny(machine, m, n).run()\n\n\n"
        "class Tiny:\n    def __init__(self, machine: Machine, m: int, n: int) -> None:\n"
        "        self.machine = machine\n        self.m = m\n        self.n = n\n{state}\n"
        "    def run(self) -> None:\n        self.m, x = self.m + 1, self.n\n        self.tell(x)\n\n"
        "    def tell(self, x: int) -> None:\n        self.machine.vsync(x + self.{name})"
    )
    assert text(plain_functions(tree(given.format(name="n", state="")))) == (
        "def main(machine: Machine, *, m: int = 1, n: int = 2) -> None:\n    Tiny(machine, n).run(m)\n\n\n"
        "class Tiny:\n    def __init__(self, machine: Machine, n: int) -> None:\n"
        "        self.machine = machine\n        self.n = n\n\n"
        "    def run(self, m: int) -> None:\n        m, x = m + 1, self.n\n        self.tell(x)\n\n"
        "    def tell(self, x: int) -> None:\n        self.machine.vsync(x + self.n)"
    )
    for name, state in (("m + self.n", ""), ("n", "        self.row = [0] * m\n")):
        kept = given.format(name=name, state=state)
        assert text(plain_functions(tree(kept))) == kept
    free = text(plain_functions(tree(given.replace("self.{name}", "1").format(state=""))))
    assert free.splitlines()[1:4] == ["    m, x = m + 1, n", "    tell(machine, x)", ""]
