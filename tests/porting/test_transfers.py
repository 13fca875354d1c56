"""Jumps out of several loops of Python at once."""

from textwrap import dedent

from retromaze.porting.writing import write_port
from tests.amounts import many
from tests.porting.agreeing import differing
from tests.porting.bodies import body

TWO = "FOR I=1 TO 2:FOR J=1 TO 2:IF RND(3)==0 THEN GOTO {}\nPRINT I;J:NEXT\n{}\nNEXT\n{}\nPRINT 9"


def test_what_follows_two_jumps_out_of_a_loop_stays() -> None:
    source = (
        "@M\nIF RND(5)==0 THEN @E\nIF RND(3)==1 THEN Q=1:GOTO @E\n"
        'PRINT "HERE"\nIF RND(4)==2 THEN PRINT 2:GOTO @M\nGOTO @M\n@E'
    )
    assert body(source) == dedent("""\
        while machine.rng.below(5) != 0:
            if machine.rng.below(3) == 1:
                break
            machine.console.print("HERE")
            if machine.rng.below(4) == 2:
                machine.console.print("2")""")
    assert differing([source], seeds=range(1, 5)) == {}


def test_out_of_one_loop_there_is_a_break() -> None:
    assert body(TWO.format("@IN", "@IN", "")) == (
        "for i in range(1, 3):\n"
        "    for j in range(1, 3):\n"
        "        if machine.rng.below(3) == 0:\n"
        "            break\n"
        '        machine.console.print(f"{i}{j}")\n'
        'machine.console.print("9")'
    )


def test_out_of_two_loops_there_is_a_flag() -> None:
    assert body(TWO.format("@OUT", "", "@OUT") + "\nPRINT 8") == (
        "for i in range(1, 3):\n"
        "    jumped = False\n"
        "    for j in range(1, 3):\n"
        "        if machine.rng.below(3) == 0:\n"
        "            jumped = True\n"
        "            break\n"
        '        machine.console.print(f"{i}{j}")\n'
        "    if jumped:\n"
        "        break\n"
        'machine.console.print("9")\n'
        'machine.console.print("8")'
    )


def test_out_of_two_loops_to_a_last_statement_there_is_a_return() -> None:
    assert body(TWO.format("@OUT", "", "@OUT")) == (
        "for i in range(1, 3):\n"
        "    for j in range(1, 3):\n"
        "        if machine.rng.below(3) == 0:\n"
        '            machine.console.print("9")\n'
        "            return\n"
        '        machine.console.print(f"{i}{j}")\n'
        'machine.console.print("9")'
    )


def test_a_loop_without_an_end_has_no_else() -> None:
    # WEND leads to the end of the program as WHILE does, but control never gets there
    assert body("@T\nWHILE 1\nIF BUTTON() THEN @D\nVSYNC\nWEND\n@D\nPRINT 1\nIF RND(3) THEN @T") == (
        "while True:\n"
        "    while True:\n"
        "        if machine.input.button():\n"
        "            break\n"
        "        machine.vsync()\n"
        '    machine.console.print("1")\n'
        "    if not machine.rng.below(3):\n"
        "        break"
    )


NEST = """\
FOR I=0 TO 9
 FOR J=0 TO 9
  FOR K=0 TO 9
   IF RND(50)==0 THEN @NEXTI
   IF RND(90)==0 THEN @OUT
   PRINT I*J*K
  NEXT
 NEXT
 PRINT "ROW"
@NEXTI
NEXT
PRINT "ALL"
@OUT
PRINT "END"
"""

ROWS = """\
FOR I=0 TO 9
 N=0
 WHILE N<20
  INC N
  REPEAT
   A=RND(9)
   IF A==8 THEN @SKIP
   IF A==7 THEN @ROW
   IF A==6 && N>5 THEN @DONE
   PRINT A
  UNTIL A<3
  PRINT "."
 @SKIP
 WEND
 PRINT "FULL"
@ROW
NEXT
PRINT "ALL"
@DONE
PRINT "END"
"""

SEARCH = """\
FOR Y=0 TO 9
 FOR X=0 TO 9
  ON RND(30) GOTO @FOUND,@WALL,@NEXTY
  PRINT X;Y
 NEXT
 PRINT "ROW"
@NEXTY
NEXT
PRINT "NONE"
@WALL
PRINT "WALL"
@FOUND
PRINT "END"
"""

BRANCH = """\
IF RND(2) THEN
 REPEAT
  IF RND(4)==0 THEN A=1:GOTO @OUT
  PRINT 1
 UNTIL RND(3)==0
 PRINT 2
ENDIF
PRINT 3
@OUT
PRINT A
"""


def test_a_nest_has_a_flag_with_two_words() -> None:
    expected = """\
for i in range(10):
    goes_on = ""
    for j in range(10):
        for k in range(10):
            if machine.rng.below(50) == 0:
                goes_on = "nexti"
                break
            if machine.rng.below(90) == 0:
                goes_on = "out"
                break
            machine.console.print(str(i * j * k))
        if goes_on:
            break
    else:
        machine.console.print("ROW")
    if goes_on == "out":
        break
else:
    machine.console.print("ALL")
machine.console.print("END")
machine.console.print("8")"""
    assert body(NEST + "PRINT 8") == expected


def test_jumps_out_of_while_and_repeat_in_a_for() -> None:
    expected = """\
for _ in range(10):
    n = 0
    goes_on = ""
    while n < 20:
        n += 1
        goes_on = ""
        while True:
            a = machine.rng.below(9)
            if a == 8:
                break
            if a == 7:
                goes_on = "row"
                break
            if a == 6 and n > 5:
                goes_on = "done"
                break
            machine.console.print(str(a))
            if a < 3:
                machine.console.print(".")
                break
        if goes_on:
            break
    else:
        machine.console.print("FULL")
    if goes_on == "done":
        break
else:
    machine.console.print("ALL")
machine.console.print("END")
machine.console.print("8")"""
    assert body(ROWS + "PRINT 8") == expected


def test_on_goto_out_of_two_loops_to_three_places() -> None:
    expected = """\
goes_on = ""
for y in range(10):
    goes_on = ""
    for x in range(10):
        match machine.rng.below(30):
            case 0:
                goes_on = "found"
                break
            case 1:
                goes_on = "wall"
                break
            case 2:
                break
        machine.console.print(f"{x}{y}")
    else:
        machine.console.print("ROW")
    if goes_on:
        break
else:
    machine.console.print("NONE")
if goes_on != "found":
    machine.console.print("WALL")
machine.console.print("END")
machine.console.print("8")"""
    assert body(SEARCH + "PRINT 8") == expected


def test_a_loop_in_a_branch_jumps_past_what_stands_behind_the_branch() -> None:
    expected = """\
a = 0
jumped = False
if machine.rng.below(2):
    jumped = False
    while True:
        if machine.rng.below(4) == 0:
            a = 1
            jumped = True
            break
        machine.console.print("1")
        if machine.rng.below(3) == 0:
            machine.console.print("2")
            break
if not jumped:
    machine.console.print("3")
machine.console.print(str(a))"""
    assert body(BRANCH) == expected


def test_jumps_lead_where_the_listing_s_lead() -> None:
    sources = [
        TWO.format("@IN", "@IN", ""),
        TWO.format("@OUT", "", "@OUT"),
        *(NEST, ROWS, SEARCH, BRANCH),
        # from three loops into the first, whose next pass begins, and out of all
        "FOR I=1 TO 3\nWHILE RND(5)\nREPEAT\nIF RND(4)==0 THEN GOTO @IN\nIF RND(9)==0 THEN GOTO @OUT\n"
        "PRINT I\nUNTIL RND(2)\nWEND\n@IN\nPRINT 0\nNEXT\n@OUT\nPRINT 9",
        # back to the head of the outer loop
        "@L\nN=N+1\nFOR I=1 TO 3\nFOR J=1 TO 3\nIF RND(9)==0 AND N<5 THEN GOTO @L\nPRINT N;I;J\nNEXT\nNEXT",
        # a BREAK out of a dispatch and the way out of the loop of GOTOs around it
        "FOR I=0 TO 2\n@L\nIF RND(3)==0 THEN GOTO @B\nPRINT I\nWHILE RND(2)\nIF RND(3)==0 THEN GOTO @B\n"
        "WEND\nIF RND(5)==0 THEN BREAK\n@B\nPRINT 2\nIF RND(2) THEN GOTO @L\nNEXT\nPRINT 9",
        # a variable is read where the jump leads, and the loops have none behind them otherwise
        "FOR I=1 TO 4\nFOR J=1 TO 4\nIF RND(6)==0 THEN GOTO @OUT\nNEXT\nNEXT\n@OUT\nPRINT I;J",
    ]
    assert differing(sources, seeds=range(1, many(3, 40))) == {}


def test_a_break_made_of_a_jump_out_of_a_loop_has_the_line_of_the_jump() -> None:
    text = write_port('@L\nINPUT N$\nIF N$=="END" THEN @F\nPRINT N$\nGOTO @L\n@F\nPRINT "BYE"', "tiny.bas")
    assert (
        '        if answer == "END":  # 3\n            break\n        machine.console.print(answer)  # 4\n'
        in text
    )


def test_a_break_at_the_end_of_a_branch_has_the_branch_s_last_line() -> None:
    text = write_port("@L\nVSYNC\nIF RND(9) THEN\nGOTO @L\nELSE\nPRINT 1\nENDIF\nPRINT 2", "tiny.bas")
    assert '        machine.console.print("1")  # 6\n        break\n' in text


def test_a_jump_out_of_two_loops_and_another_jump_lead_to_one_label() -> None:
    """A test of the flag that tells of the first jump is not joined with the other test."""
    source = (
        "DIM U[2]\nFOR I=0 TO 1:FOR J=0 TO 1:IF RND(3)==0 THEN @OVER\nNEXT:NEXT\n"
        "IF U[0] THEN @NEXT\nGOTO @OVER\n"
        '@NEXT\nT=T+1:PRINT "N";T;\n@OVER\nFOR I=0 TO 1:INC U[I]:NEXT\n'
        "IF U[1]>7 OR U[0]<0 THEN PRINT T:END\nGOTO @NEXT"
    )
    assert differing([source]) == {}


def test_a_jump_by_on_leads_to_the_label_of_a_jump_out_of_a_loop() -> None:
    """Both are one way in a dispatch, whose label is stored at neither jump."""
    source = (
        "@LOOP\nT=T+1:IF T>9 THEN @END\nVSYNC 1\nIF ST!=0 THEN @NEXT\n"
        "FOR J=0 TO 3:IF R==J+5 THEN @NEXT\nNEXT\n@OVER\nT=T+1:IF T>9 THEN @END\nON ST GOTO @SKIP,@LOOP\n"
        "@SKIP\nT=T+1:IF T>9 THEN @END\nIF T MOD 3==0 THEN ON ST GOTO @NEXT,@LOOP\n"
        "@NEXT\nT=T+1:IF T>9 THEN @END\n@END\nPRINT T"
    )
    assert differing([source]) == {}
