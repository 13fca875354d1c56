"""Whole sessions: what is typed, and everything that is shown."""

import re
from collections.abc import Callable
from pathlib import Path

from retromaze.direct.session import DirectSession
from retromaze.machine.machine import Machine

from .conftest import Typist

Talk = Callable[..., str]


def transcript(text: str) -> str:
    """A transcript written with an indent."""
    lines = [line.removeprefix("        ") for line in text.strip("\n").split("\n")]
    return "\n".join(lines).rstrip() + "\n"


SESSIONS = """\
# a program runs and leaves its variables
|A=5:B$="x"
|DIM C%[2]
|C%[1]=7
|PRINT "done"
> RUN
done
> PRINT A;B$;C%[1]
5x7
> INC A:A=A*2
> PRINT A
12

# run clears the variables
|PRINT A
> A=5:NEWONE=6:RUN
0
> PRINT A;NEWONE
00

# run abandons the rest of the line
> RUN 1:PRINT 2
> PRGEDIT 1:PRGSET "PRINT 1"
> RUN 1:PRINT 2
1

# stop in a loop of a gosub and cont
|A=1
|GOSUB @S
|PRINT "back";A
|END
|@S
|FOR I=1 TO 2
|STOP
|PRINT I;A
|NEXT
|RETURN
> RUN
Break on 0:7
> A=9
> BACKTRACE
0:2
> CONT
19
Break on 0:7
> A=A+I
> CONT
211
back11
> CONT
Can't continue

# stop in a def called inside an expression
|PRINT 100+TWICE(3)+TWICE(1)
|END
|DEF TWICE(X)
| L=X
| WHILE L>0
|  IF L==2 THEN STOP
|  L=L-1
| WEND
| RETURN X*2
|END
> RUN
Break on 0:6
> BACKTRACE
0:1
> PRINT TWICE(1)
2
> CONT
108

# backtrace of a def called from the prompt ends there
|LOOK:STOP
|DEF LOOK
|BACKTRACE
|END
> RUN
0:3
0:1
Break on 0:1
> LOOK
0:3
> LOOK:BACKTRACE
0:3

# a stop met from the prompt is a prompt inside a prompt
|A=5:STOP:PRINT "end"
|END
|@S
|PRINT "sub":STOP:PRINT "out"
|RETURN
> RUN
Break on 0:1
> GOSUB @S:PRINT "line"
sub
Break on 0:4
> CONT
out
line
> CONT
end
> CONT
Can't continue

# run gives up whatever is stopped
|N=N+1:PRINT N:STOP:PRINT 2
|END
|@S
|STOP
> RUN
1
Break on 0:1
> GOSUB @S
Break on 0:4
> RUN
1
Break on 0:1
> CONT
2
> CONT
Can't continue

# start stops an endless loop and cont goes on with it
limit 3
|WHILE GO==0
|N=N+1
|WEND
|PRINT N>M
> RUN
Break on 0:1
> M=N:GO=1
> CONT
1

# start stops a wait at its frame
limit 3
|WAIT 5
|PRINT MAINCNT
> RUN
Break on 0:1
> PRINT MAINCNT
3
> CONT
5

# start ends a typed line
limit 2
> WHILE 1:WEND:PRINT 1
Break
> CONT
Can't continue
> PRINT 2
2

# a program that waits for nobody is stopped
|@L
|WAIT 1
|IF BUTTON()==0 GOTO @L
|PRINT 1
> RUN
Break on 0:2
> CONT
Break on 0:2

# a program error shows its place
|A=1
|GOSUB @S
|END
|@S
|PRINT A:LOCATE 0,A*99
|RETURN
> RUN
1
Out of range in 0:5(LOCATE:2)
maze.bas:5:9
  PRINT A:LOCATE 0,A*99
          ^
LOCATE takes 0 to 29 as its row, not 99
> PRINT ERRNUM;ERRLINE;ERRPRG
1050
> LIST ERR
 1 A=1
 2 GOSUB @S
 3 END
 4 @S
>5 PRINT A:LOCATE 0,A*99
 6 RETURN
> BACKTRACE
0:2

# a compile error is recorded before anything runs
|PRINT 1
|WHILE 1
|PRINT 2
> RUN
WHILE without WEND in 0:3
maze.bas:2:1
  WHILE 1
  ^
WHILE in line 2 has no WEND
> PRINT ERRNUM,ERRLINE,ERRPRG
24  3   0

# an error of a typed line is shown with its column, unless that is the first
> FOO 1
Undefined function (FOO)
> PRINT 1/0
Divide by zero
  PRINT 1/0
        ^
the number behind /, DIV or MOD is 0
> A$=1
Type mismatch
  A$=1
     ^
A$ holds texts, not numbers: use quotes, or STR$(…)
> PRINT (
Syntax error
  PRINT (
         ^
( is not closed: ) is missing
> PRINT ERRNUM;ERRLINE
30
> NEXT
NEXT without FOR
NEXT closes nothing: FOR is missing before it

# an error in a def called from the prompt shows its place
|DEF F(X)
|RETURN 1/X
|END
> RUN
> PRINT F(0)
Divide by zero in 0:2
maze.bas:2:8
  RETURN 1/X
         ^
the number behind /, DIV or MOD is 0
> PRINT F(2)
0.5

# the caret is where a value is missing, not where the machine gives up
> GPSET RND(400)RGB(255,0,0)
Syntax error
  GPSET RND(400)RGB(255,0,0)
                ^
between ) and RGB a comma or an operator is missing

# the end of the lines ends the session while a program waits
|INPUT A
|PRINT 1
> RUN
?

# a stop in another slot shows that slots variables
|A=1:EXEC 1:PRINT A
> PRGEDIT 1:PRGSET "A=7:STOP:PRINT A"
> RUN
Break on 1:1
> PRINT A:A=8
7
> CONT
8
1
> PRINT A
1

# words of the prompt are names where they are stored to
|PRINT 1
> RUN=3:LIST=4:HELP=5
> PRINT RUN;LIST;HELP
345
> RUN
1
> LIST
 1 PRINT 1

# exit ends the session from any depth
|STOP
> RUN
Break on 0:1
> EXIT

# show says so where there are no colors
> SHOW
no colors here to show the picture with
"""
"""Sessions, each with a title.

Lines that begin with `|` are the program in slot 0, `limit N` presses START after N frames, `>` stands before
what is typed after OK, and the other lines are shown.
"""


def test_sessions(talk: Talk) -> None:
    for session in SESSIONS.split("\n\n"):
        title, *lines = session.strip().splitlines()
        limit = int(lines.pop(0).removeprefix("limit ")) if lines[0].startswith("limit ") else None
        program = "".join(line[1:] + "\n" for line in lines if line.startswith("|"))
        typed = [line[2:] for line in lines if line.startswith("> ")]
        shown = [line for line in lines if not line.startswith("|")]
        told = re.sub("^OK\n", "> ", talk(*typed, program=program, limit=limit), flags=re.M)
        assert (title, told.splitlines()) == (title, shown)


def test_lines_know_what_the_names_of_arrays_have_come_to_mean(talk: Talk) -> None:
    typed = ["DIM A%[0],B[2]", "A%=B", "A%[1]=1.5:PUSH A%,2.5", "PRINT B[1];A%[2];LEN(A%)"]
    assert talk(*typed).endswith("1.52.53\n")


def test_a_program_that_never_assigns_an_array_cannot_use_what_a_line_puts_in_its_place(talk: Talk) -> None:
    program = "DIM A%[2],B[3]\nSTOP\nPRINT LEN(A%);A%[0]\n"
    told = talk("RUN", "B[0]=0.5:A%=B", "PRINT A%[0]", "CONT", program=program)
    assert "PRINT A%[0]\n0.5\nOK\nCONT\n3\nType mismatch in 0:3\n" in told


def test_cont_is_refused_after_a_change(talk: Talk) -> None:
    program = 'SAVE "OTHER"\nSTOP\nPRINT 1'
    told = transcript("""
        OK
        RUN
        Break on 0:2
        OK
        {}
        OK
        CONT
        Can't continue
        OK
        PRINT ERRNUM
        33
        """)
    for change in ("NEW", "NEW 0", 'LOAD "OTHER"', 'PRGEDIT 0:PRGINS "X=1"', "CLEAR"):
        assert talk("RUN", change, "CONT", "PRINT ERRNUM", program=program) == told.format(change)


def test_cont_goes_on_after_loading_into_another_slot(talk: Talk) -> None:
    program = 'SAVE "OTHER"\nSTOP\nPRINT 1'
    assert talk("RUN", 'LOAD "PRG1:OTHER"', "CONT", program=program).endswith("OK\nCONT\n1\n")


def test_where_somebody_listens_each_line_says_what_was_not_heard(storage: Path) -> None:
    typist = Typist("PCMSTOP", "PRINT 1", "RUN", "PCMSTOP:FOO")
    typist.is_unattended = False
    session = DirectSession(Machine(seed=1, storage=storage), typist)
    session.computer.load_source(0, "PCMSTOP:PCMCONT:PCMSTOP")
    session.run_until_exit()
    assert typist.paper == transcript("""
        OK
        PCMSTOP
        not simulated yet: PCMSTOP ×1
        OK
        PRINT 1
        1
        OK
        RUN
        not simulated yet: PCMSTOP ×2, PCMCONT ×1
        OK
        PCMSTOP:FOO
        not simulated yet: PCMSTOP ×1
        Undefined function (FOO)
          PCMSTOP:FOO
                  ^
        """)


def test_a_typed_error_leaves_list_err_with_the_program(talk: Talk) -> None:
    shown = talk("RUN", "FOO", "LIST ERR", program="PRINT 1\nBAR")
    assert shown.endswith("FOO\nUndefined function (FOO)\nOK\nLIST ERR\n 1 PRINT 1\n>2 BAR\n")


def test_input_asks_in_the_same_line(talk: Talk) -> None:
    program = 'INPUT "N";A,B$\nPRINT A;B$\nLINPUT "M:";C$\nPRINT C$\n'
    assert talk("RUN", "5,six", "a,b", "PRINT A", program=program) == transcript("""
        OK
        RUN
        N?5,six
        5six
        M:a,b
        a,b
        OK
        PRINT A
        5
        """)


def given_up() -> None:
    """Ctrl-C."""
    raise KeyboardInterrupt


def test_a_program_stopped_in_input_cannot_go_on(talk: Talk) -> None:
    assert talk("RUN", given_up, "PRINT 1", "CONT", program="A=1\nINPUT A\nPRINT A") == transcript("""
        OK
        RUN
        ?
        Break on 0:2
        OK
        PRINT 1
        1
        OK
        CONT
        Can't continue
        """)


def test_a_line_given_up_is_not_run(talk: Talk) -> None:
    assert talk(given_up, "PRINT 1", "INPUT A:PRINT 2", given_up, "PRINT 3") == transcript("""
        OK
        PRINT 1
        1
        OK
        INPUT A:PRINT 2
        ?
        Break
        OK
        PRINT 3
        3
        """)


def test_the_prompt_sees_the_slot_that_ran_last(talk: Talk) -> None:
    setup = 'PRGEDIT 1:PRGSET "A=7"'
    assert talk(setup, "RUN", "RUN 1", "PRINT A", "LIST", 'PRINT VAR("0:A")', program="A=1").endswith(
        'OK\nPRINT A\n7\nOK\nLIST\n 1 A=7\nOK\nPRINT VAR("0:A")\n1\n'
    )


def test_common_defs_of_a_slot_that_ran_are_there_for_others(talk: Talk) -> None:
    setup = 'PRGEDIT 1:PRGSET "N=3:COMMON DEF FOO(X):N=N+X:RETURN N:END"'
    shown = talk(setup, "PRINT FOO(1)", "RUN 1", "RUN", 'PRINT CALL("FOO",1)', program="PRINT FOO(4)")
    assert shown.partition(f"{setup}\n")[2] == transcript("""
        OK
        PRINT FOO(1)
        Undefined function (FOO)
          PRINT FOO(1)
                ^
        OK
        RUN 1
        OK
        RUN
        7
        OK
        PRINT CALL("FOO",1)
        8
        """)


ERRORS = {
    "RUN 4": "Out of range",
    "RUN -1": "Out of range",
    "RUN 1,2": "Illegal function call",
    'RUN "A"': "Type mismatch",
    "NEW 9": "Out of range",
    "CONT 1": "Illegal function call",
    "CLEAR 1": "Illegal function call",
    "LIST X": "Syntax error",
    "LIST 4:": "Out of range",
    "LIST 9": "Out of range",
    "BACKTRACE 1": "Illegal function call\nBACKTRACE stands alone: nothing comes behind it",
    "USE 1,2": 'Illegal function call\nUSE is written USE n · USE "PRGn:FILE"',
    'SAVE "NO/WAY"': "Illegal function call (only files of the present project can be changed)",
    'LOAD "NONE"': "Load failed\nNONE is not in {storage}/DEFAULT/TXT",
    "LSIT": "Undefined function (LSIT)\ndid you mean LIST?",
    "exit()": "Syntax error\n  exit()\n       ^\nan instruction is called without (): EXIT",
    "RNU": "Undefined function (RNU)\ndid you mean RUN?",
    'PRNT "A"': "Undefined function (PRNT)\ndid you mean PRINT?",
    "IF 1 TEHN PRINT 1": "Syntax error\n  IF 1 TEHN PRINT 1\n       ^\ndid you mean THEN?",
}


def test_words_of_the_prompt_check_their_arguments(talk: Talk, storage: Path) -> None:
    assert {typed: talk(typed) for typed in ERRORS} == {
        typed: f"OK\n{typed}\n{error.format(storage=storage)}\n" for typed, error in ERRORS.items()
    }


PASTED = {
    "?1\nFOR I=0 TO 2\n?I": "FOR without NEXT\n  FOR I=0 TO 2\n  ^\nFOR in line 2 has no NEXT\n",
    "A=1\nIF A THEN\n ?A": "THEN without ENDIF\n  IF A THEN\n  ^\nIF in line 2 has no ENDIF\n",
    "?1\n?1/0\n?2": "1\nDivide by zero\n  ?1/0\n   ^\nthe number behind /, DIV or MOD is 0\n",
    "A=1\nLOCATE 0,99": "Out of range\n  LOCATE 0,99\n  ^\nLOCATE takes 0 to 29 as its row, not 99\n",
    "A=1\nIF 1 TEHN": "Syntax error\n  IF 1 TEHN\n       ^\ndid you mean THEN?\n",
}


def test_an_error_in_a_pasted_text_is_shown_with_its_own_line(talk: Talk) -> None:
    for program in ("", "X=1\nFOR I=0 TO 9:NEXT\n"):
        for text, shown in PASTED.items():
            assert talk(text, program=program) == f"OK\n{text}\n{shown}"


def test_a_program_of_ours_that_is_no_file_is_told_how(talk: Talk, storage: Path) -> None:
    words = "backtracker is no file but a program of ours: retromaze direct backtracker loads it"
    told = f"Load failed\nBACKTRACKER is not in {storage}/DEFAULT/TXT\n{words}\n"
    for typed in ('LOAD "BACKTRACKER"', 'LOAD "PRG1:backtracker"'):
        assert talk(typed) == f"OK\n{typed}\n{told}"


def test_words_of_the_prompt_stay_names_in_programs(talk: Talk) -> None:
    assert "Syntax error in 0:1" in talk("RUN", program="CONT")
    assert talk("RUN", program="LIST=4\nPRINT LIST").endswith("\n4\n")


def test_new_erases_one_slot_or_all(talk: Talk) -> None:
    copy = 'LOAD "PRG1:P"'
    shown = talk('SAVE "P"', copy, "NEW 0", "LIST 0:", "LIST 1:", "NEW", "LIST 1:", program="A=1")
    assert shown.endswith("OK\nNEW 0\nOK\nLIST 0:\nOK\nLIST 1:\n 1 A=1\nOK\nNEW\nOK\nLIST 1:\n")


def test_project_is_chosen_at_the_prompt(talk: Talk) -> None:
    typed = ['SAVE "TXT:N","x"', 'PROJECT "MAZES"', "PROJECT OUT P$:PRINT P$", "FILES", 'PROJECT ""', "FILES"]
    assert talk(*typed).endswith('PRINT P$\nMAZES\nOK\nFILES\nOK\nPROJECT ""\nOK\nFILES\n*N\n')


def test_start_is_heard_while_a_program_is_compiled(storage: Path) -> None:
    typist = Typist("RUN", "PRINT 2")
    session = DirectSession(Machine(seed=1, storage=storage), typist)
    session.computer.load_source(0, "PRINT 1:HEARD=1")
    compiles = session.machine.on_yield
    assert compiles is not None

    def press(machine: Machine) -> None:
        session.press_start()
        compiles(machine)

    session.machine.on_yield = press  # the terminal shows ^C in a line of its own
    session.run_until_exit()
    assert typist.paper == transcript("""
        OK
        RUN

        Break
        OK
        PRINT 2
        2
        """)
