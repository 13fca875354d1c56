"""GOSUB and DEF become methods, and only what they hand to each other is an attribute."""

import pytest

from retromaze.porting.preparing import CannotPort
from retromaze.porting.writing import port, write_port


def from_class(source: str) -> str:
    text = write_port(source, "tiny.bas")
    return text[text.index("class Tiny:") :]


def test_variables_that_nobody_hands_on_stay_local() -> None:
    source = "FOR I=0 TO 2:GOSUB @ROW:NEXT\nEND\n@ROW\nFOR J=0 TO 2:S=S+J:NEXT\nPRINT S\nRETURN"
    expected = """\
class Tiny:
    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.s = 0

    def run(self) -> None:
        for _ in range(3):  # 1
            self.row()

    def row(self) -> None:  # @ROW
        for j in range(3):  # 4
            self.s += j
        self.machine.console.print(str(self.s))  # 5
"""
    assert from_class(source) == expected


def test_out_values_and_recursion() -> None:
    source = "SPLIT 7 OUT A,B\nPRINT A;B;FACT(5)\nDEF SPLIT N OUT Q,R\nQ=N DIV 2:R=N MOD 2\nEND\n"
    source += "'counts\nDEF FACT(N)\nIF N<2 THEN RETURN 1\nRETURN N*FACT(N-1)\nEND"
    text = write_port(source, "tiny.bas")
    assert "    with deep_recursion:\n        run(machine)\n\n\ndef run(machine: Machine) -> None:\n" in text
    assert "    a, b = split(7)  # 1\n" in text
    assert (
        '''\
def split(n: int) -> tuple[int, int]:  # 3-5
    q = n // 2  # 4
    r = n % 2
    return q, r


def fact(n: int) -> int:  # 7-10
    """counts"""
    if n < 2:  # 8
        return 1
    return basic.wrap(n * fact(n - 1))  # 9
'''
        in text
    )


def test_a_recursion_that_shows_nothing_gets_no_machine() -> None:
    text = write_port("GOSUB @S\nEND\n@S\nN=N+1\nIF N<9 THEN GOSUB @S\nRETURN", "tiny.bas")
    assert "    with deep_recursion:\n        run()\n\n\ndef run() -> None:\n    s(0)  # 1\n" in text


def test_end_inside_a_gosub_ends_all() -> None:
    source = 'GOSUB @S\nPRINT "NO"\nEND\n@S\nPRINT "YES"\nEND'
    text = write_port(source, "tiny.bas")
    assert "    with suppress(basic.End):\n        run(machine)\n" in text
    assert "    raise basic.End  # 6\n" in text


def test_what_stands_below_an_endless_loop_is_a_method_of_its_own() -> None:
    for loop in ("WHILE 1\nGOSUB @S\nWEND", "REPEAT\nGOSUB @S\nUNTIL 0"):
        text = write_port(f"PRINT 1\n{loop}\n@S\nVSYNC\nRETURN", "tiny.bas")
        assert (
            "    while True:  # 2\n        s(machine)  # 3\n\n\ndef s(machine: Machine) -> None:  # @S"
            in text
        )
    # a BREAK comes to what stands below it
    text = write_port("WHILE 1\nGOSUB @S\nBREAK\nWEND\n@S\nVSYNC\nRETURN", "tiny.bas")
    assert "        s(machine)  # 2\n        break  # 3\n    machine.vsync()  # 5\n\n\ndef s(machine" in text


def test_code_that_several_subroutines_jump_to_is_one_itself() -> None:
    source = """\
GOSUB @ONE:GOSUB @TWO
PRINT N
END
@ONE
N=RND(9)
IF N>5 THEN @HIGH
GOTO @SHOW
@TWO
N=N+1
@SHOW
PRINT "SHOW"
PRINT N
@R RETURN
@HIGH
IF N==6 THEN @R
PRINT "HIGH"
GOTO @SHOW
"""
    expected = """\
class Tiny:
    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.n = 0

    def run(self) -> None:
        self.one()  # 1
        self.two()
        self.machine.console.print(str(self.n))  # 2

    def one(self) -> None:  # @ONE
        self.n = self.machine.rng.below(9)  # 5
        if self.n <= 5:  # 6
            self.show()  # 7
            return
        if self.n == 6:  # 15
            return
        self.machine.console.print("HIGH")  # 16
        self.show()  # 17

    def two(self) -> None:  # @TWO
        self.n += 1  # 9
        self.show()  # 10

    def show(self) -> None:  # @SHOW
        self.machine.console.print("SHOW")  # 11
        self.machine.console.print(str(self.n))  # 12
"""
    assert from_class(source) == expected


def test_a_subroutine_may_go_on_to_the_end_of_the_program() -> None:
    source = """\
@MAIN
S=RND(9)
GOSUB @HIT
IF S==4 THEN @FIN
VSYNC
GOTO @MAIN
@HIT
IF S==3 THEN BEEP:GOTO @FIN
PRINT S
RETURN
@FIN
PRINT "FIN"
WAIT 60
END
"""
    expected = """\
def main(machine: Machine) -> None:
    with suppress(basic.End):
        run(machine)


def run(machine: Machine) -> None:
    while True:  # @MAIN
        s = machine.rng.below(9)  # 2
        hit(machine, s)  # 3
        if s == 4:  # 4
            fin(machine)
            return
        machine.vsync()  # 5


def hit(machine: Machine, s: int) -> None:  # @HIT
    if s == 3:  # 8
        machine.sound.beep()
        fin(machine)
        raise basic.End
    machine.console.print(str(s))  # 9


def fin(machine: Machine) -> None:  # @FIN
    machine.console.print("FIN")  # 12
    machine.wait(60)  # 13
    raise basic.End  # 14
"""
    assert write_port(source, "tiny.bas").partition("\n\n\n")[2] == expected


def test_a_gosub_that_goes_back_to_the_main_program_is_a_jump() -> None:
    source = """\
@TITLE
PRINT "TITLE"
REPEAT
 VSYNC
 IF RND(9)==0 THEN GOSUB @OVER
UNTIL 0
@OVER
PRINT "OVER"
GOTO @TITLE
"""
    assert (
        write_port(source, "tiny.bas").split("\n\n\n")[-1]
        == """\
def main(machine: Machine) -> None:
    while True:  # @TITLE
        machine.console.print("TITLE")  # 2
        while True:  # 3
            machine.vsync()  # 4
            if machine.rng.below(9) == 0:  # 5
                break  # 5  @OVER
        machine.console.print("OVER")  # 8
"""
    )


def test_a_gosub_of_what_the_main_program_runs_into_is_a_jump_if_it_never_returns() -> None:
    assert (
        write_port("@S INC N:IF N==3 THEN PRINT N:END\nGOSUB @S", "tiny.bas").split("\n\n\n")[-1]
        == """\
def main(machine: Machine) -> None:
    n = 0
    while True:  # @S
        n += 1  # 1
        if n == 3:
            machine.console.print(str(n))
            return
"""
    )


def test_a_main_program_that_does_nothing_is_there_beside_subroutines_that_nothing_calls() -> None:
    expected = """\
def main(machine: Machine) -> None:
    with suppress(basic.End):
        run()


def run() -> None:
    pass


def s(machine: Machine) -> None:  # @S
    machine.console.print("1")  # 4
    raise basic.End  # 5
"""
    assert write_port("END\nGOSUB @S\n@S\nPRINT 1\nEND", "tiny.bas").split("\n\n\n", 1)[1] == expected
    assert "def main(machine: Machine) -> None:\n    pass\n" in write_port(
        "END\nGOSUB @S\n@S\nPRINT 1\nRETURN"
    )


def test_code_that_leads_back_to_where_it_is_jumped_to_from_is_no_subroutine() -> None:
    # a loop of the main program would call itself, deeper with each game
    source = (
        "@TITLE\nL=RND(3)\n@LOOP\nGOSUB @HIT\nVSYNC\nGOTO @LOOP\n@HIT\nIF L==0 THEN @TITLE\nL=L-1\nRETURN"
    )
    assert "match step:" in write_port(source, "tiny.bas")
    # two entries in one loop
    source = "GOSUB @S\nGOSUB @T\nEND\n@S\nPRINT 1\n@T\nPRINT 2\nIF RND(2) THEN @S\nRETURN"
    assert "match step:" in write_port(source, "tiny.bas")


def test_what_no_port_can_do() -> None:
    refusals = [
        ("A=1\nEXEC 1", "line 2: EXEC means another slot's program, which is not ported here"),
        (
            'PRINT 1\nPRINT 2\nGOTO "@"+A$',
            "line 3: the label of this jump is worked out: write a `match` over the labels it can be",
        ),
        ("DATA 1\nRESTORE", "line 2: RESTORE without a label always fails"),
        ("DATA 1\nRESTORE @NO", "line 2: there is no label @NO to RESTORE"),
        ("PRGEDIT 1", "line 1: PRGEDIT reads or changes the listing itself, which a port does not have"),
        ("CALL A$", "line 1: CALL works out what it calls when it runs, which a port cannot"),
        ("XON MOTION", "line 1: XON switches a device, which ports do not know"),
        ("VAR(A$)=1", "line 1: VAR() finds a variable by its name, which a port cannot"),
        ("NOSUCH 1", "line 1: NOSUCH is defined nowhere"),
        ("GLINE 1,2", "line 1: GLINE is called in a way that always fails"),
        ('A="B"-1', "line 1: a text and a number beside - always fail"),
        ("A=POP(,)", "line 1: POP is called in a way that always fails"),
        ('A$="A":PUSH A$', "line 1: PUSH is called in a way that always fails"),
        ("LOCATE 1,2:PRINT ABS()", "line 1: ABS is called in a way that always fails"),
        ('S$="A":BEEP S$', "line 1: BEEP is called in a way that always fails"),
        ("PRINT MID$(1,2,3)", "line 1: MID$ is called in a way that always fails"),
        ("PRINT 1\nPRINT 1[0]", "line 2: a subscript of a number always fails"),
        ("FONTDEF 1,A$", "line 1: FONTDEF is not ported yet"),
    ]
    assert [(source, *port(source).not_ported) for source, _ in refusals] == refusals


def test_loops_nest_as_python_s_do() -> None:
    write_port("FOR I=0 TO 1\n" * 20 + "NEXT\n" * 20)
    with pytest.raises(CannotPort) as refused:
        write_port("FOR I=0 TO 1\n" * 30 + "NEXT\n" * 30)
    assert str(refused.value) == "line 21: up to here there are more than 20 loops inside each other"


@pytest.mark.slow
def test_a_port_is_not_many_times_as_long_as_its_listing() -> None:
    # what is copied to each CONTINUE has no end
    with pytest.raises(CannotPort) as refused:
        write_port("REPEAT\n" + "IF A THEN CONTINUE\n" * 220 + "UNTIL A" + "+A" * 220)
    assert str(refused.value) == "line 222: the port would be more than 20 times as long as the listing"


def test_a_loop_that_waits_in_what_it_calls_has_no_turn_of_its_own() -> None:
    source = "REPEAT:GOSUB @STEP:UNTIL BUTTON(0)\nWHILE !PRESSED():WEND\nEND\n@STEP VSYNC:RETURN\n"
    source += "DEF PRESSED()\nRETURN BUTTON(2)\nEND"
    assert """\
    while True:  # 1
        step(machine)
        if machine.input.button():
            break
    while not pressed(machine):  # 2
        machine.idle()
""" in write_port(source, "tiny.bas")
