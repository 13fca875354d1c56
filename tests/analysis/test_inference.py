"""Variables that are whole numbers or not, and programs that behave the same either way."""

from retromaze.analysis import kinds
from retromaze.analysis.guards import GuardTable
from retromaze.analysis.inference import infer
from retromaze.analysis.kinds import Kind, Type
from retromaze.analysis.programs import analyse_listing
from retromaze.analysis.type_rules import Variants
from tests.amounts import many
from tests.fuzzing.kinds import program
from tests.running import run_listing


def kinds_of(source: str, *, open_to_others: bool = False) -> dict[str, Kind]:
    """Returns the kinds that inference finds for variables of the main program, removed ones left out."""
    program = analyse_listing(source)
    guard_table = GuardTable(program, open_to_others=open_to_others)
    facts = infer(Variants(program, generic=False), guard_table).facts
    found = {variable.name: facts.kinds.get(variable) for variable in program.main.variables.values()}
    return {name: kind for name, kind in found.items() if kind is not None}


KEPT = {
    "a literal": ("A=5", 5, 5),
    "a real literal that is whole": ("A=5.0", 5, 5),
    "a negative literal": ("A=-5", -5, -5),
    "the counter of a loop and one step beyond": ("FOR A=1 TO 10:NEXT", 0, 11),
    "a counter that goes down": ("FOR A=10 TO 1 STEP -2:NEXT", -1, 10),
    "a masked value": ("A=RND(1000) AND 7", 0, 7),
    "a random number": ("A=RND(6)", 0, 5),
    "a comparison": ("A=RND(2)==C", 0, 1),
    "a remainder": ("A=RND(8) MOD 10", 0, 7),
    "elements": ("DIM A[3]\nA[0]=7:A[1]=-1", -1, 7),
    "pushed elements": ("DIM A[0]\nPUSH A,7", 0, 7),
    "a sum of whole numbers": ("B=3:A=B+4", 7, 7),
    "a product of whole numbers": ("B=3:A=(B+1)*5", 20, 20),
    "the smaller one": ("B=RND(9):C=RND(5):A=MIN(B,C)", 0, 4),
    "the largest one of several": ("B=RND(9):A=MAX(B,3,-1)", 3, 8),
    "a number without its sign": ("FOR B=-5 TO 2:A=ABS(B):NEXT", 0, 5),
    "a whole number rounded": ("B=RND(9):A=FLOOR(B)+CEIL(B)", 0, 16),
    "a quotient of either sign": ("FOR B=-29 TO 9:A=B DIV 4:NEXT", -7, 2),
    "a loop variable that is set elsewhere": ("A=7:FOR A=1 TO 3:NEXT:A=-5", -5, 7),
    "elements that change places": ("DIM A[9]\nB=B+1\nFOR I=B AND 7 TO 9:A[I]=I:SWAP A[0],A[I]:NEXT", 0, 9),
    "a number between two others": ("WHILE 1:A=MAX(3,MIN(9,A+A)):WEND", 0, 9),
}


def test_kept_as_an_int() -> None:
    found = {name: kinds_of(source)["A"] for name, (source, _, _) in KEPT.items()}
    assert found == {name: Kind(Type.WHOLE, low, high) for name, (_, low, high) in KEPT.items()}


# source, low and high: base and step are powers of two, and a counter takes fewer than 15 * 2**36 steps
STEPS, BASE = 15 << 36, 1 << 36
COUNTERS = {
    "that grows by one": ("WHILE 1:A=A+1:WEND", 0, BASE + STEPS),
    "that grows by more": ("WHILE 1:A=A+5:WEND", 0, BASE + 8 * STEPS),
    "that grows by as much as one may": ("WHILE 1:A=A+4095:WEND", 0, BASE + 4096 * STEPS),
    "that goes down": ("WHILE 1:DEC A:WEND", -BASE - STEPS, 0),
    "that begins far out": ("A=1125899906842625:WHILE 1:A=A+1:WEND", 0, (1 << 51) + STEPS),
    "to a limit that is a real": ("FOR A=0 TO Q/2 STEP 3:NEXT", 0, BASE + 4 * STEPS),
    "handed around": ("WHILE 1:A=B+1:C=A:SWAP B,C:WEND", 0, BASE + STEPS),
    "in an array": ("DIM A[2]\nWHILE 1:A[0]=A[1]+1:FILL A,A[0]:PUSH A,POP(A)+1:WEND", 0, BASE + STEPS),
    "by way of DEFs": ("WHILE 1:A=G(A)+1:WEND\nDEF G(X):RETURN X+1:END", 0, BASE + STEPS),
    "the larger of two": ("WHILE 1:A=MAX(A,B)+1:B=ABS(A)-1:WEND", 0, BASE + STEPS),
    "that is doubled as long as it is small": ("WHILE 1:INC A:IF A<9 THEN A=A*2\nWEND", 0, BASE + STEPS),
    "twice another": ("WHILE 1:B=B+1:A=B*2:WEND", 0, 2 * (BASE + STEPS)),
}


def test_a_counter() -> None:
    found = {name: kinds_of(source)["A"] for name, (source, _, _) in COUNTERS.items()}
    assert found == {name: Kind(Type.WHOLE, low, high) for name, (_, low, high) in COUNTERS.items()}


STRUCK_OUT = {
    "a fraction": "A=0.5",
    "minus zero": "A=-0.0",
    "a quotient": "A=6/B",
    "a real function": "A=SQR(4)",
    "what READ gives": "READ A\nDATA 1",
    "what INPUT gives": "INPUT A",
    "a product that may be minus zero": "FOR B=-1 TO 1:A=B*-1:NEXT",
    "a negation that may be minus zero": "FOR B=0 TO 1:A=-B:NEXT",
    "a product that grows in a loop": "A=1\nWHILE 1:A=A*3:WEND",
    "a fractional step": "FOR A=0 TO 1 STEP 0.5:NEXT",
    "a fractional increment": "INC A,0.5",
    "what another real is given to": "B=0.5:C=B:A=C",
    "what is swapped with a real": "B=0.5:SWAP A,B",
    "one element": "DIM A[2]\nA[0]=1:A[1]=0.5",
    "an array handed to a DEF": "DIM A[2]\nF A\nDEF F B\nB[0]=0.5\nEND",
    "an array with a second name": "DIM A[2],B[2]\nB=A\nB[0]=0.5",
    "an array filled by a builtin": "DIM A[2]\nFILL A,0.5",
    "a DEF that stores a fraction": "A=0\nF\nDEF F\nA=0.5\nEND",
    "a value of a DEF": "A=F()\nDEF F()\nRETURN 0.5\nEND",
    "a value received": "F OUT A\nDEF F OUT B\nB=0.5\nEND",
    "the larger of two zeros": "A=MAX(0,-0.0)",
    "the smaller one of a fraction": "A=MIN(3,0.5)",
    "a fraction held between bounds": "A=0.5:A=MIN(MAX(A,1),9)",
    "minus zero rounded": "FOR B=0 TO 1:A=ROUND(-B):NEXT",
    "a number too large to be exact": "A=9007199254740993*3",
    "a sum that is doubled by way of another": "WHILE 1:A=A+1:B=A*2:A=B:WEND",
    "the same, looked at the other way round": "WHILE 1:B=A*2:A=B+1:A=B:WEND",
    "a counter that is multiplied": "WHILE 1:B=B+1:A=B*4096*8:WEND",
    "a FOR that steps beyond what is exact": "FOR A=9007199254740000 TO 9007199254740991 STEP 1001:NEXT",
}


def test_struck_out() -> None:
    assert [name for name, source in STRUCK_OUT.items() if "A" in kinds_of(source)] == []


MIXED = {
    "a sum of itself in a loop": "A=1\nWHILE 1:A=A+A:WEND",
    "Fibonacci's numbers": "A=0:B=1\nWHILE 1:C=A+B:A=B:B=C:WEND",
    "two results of a DEF": "WHILE 1:A=G(A)+G(A+1):WEND\nDEF G(X):RETURN X:END",
    "two elements of an array": "DIM B[2]\nWHILE 1:B[0]=A:B[1]=A+1:A=B[0]+B[1]:WEND",
    "what a DEF adds to itself": "A=1:WHILE 1:A=G(A):WEND\nDEF G(X):D=X:RETURN D+X:END",
    "a counter added": "WHILE 1:B=B+1:A=A+B:WEND",
    "great steps": "WHILE 1:A=A+4097:WEND",
    "great steps to a limit that is a real": "FOR A=0 TO Q/2 STEP 1000000:NEXT",
    "great steps of two": "WHILE 1:A=B+4000:B=A+C:C=4097:WEND",
    "an element that takes another": "DIM A[2]\nA[0]=1\nWHILE 1:A[0]=A[0]+A[0]:WEND",
}


def test_an_int_only_as_long_as_it_is_exact() -> None:
    found = {name: kinds_of(source)["A"] for name, source in MIXED.items()}
    assert found == dict.fromkeys(MIXED, kinds.MIXED)


def test_nothing_is_known_of_globals_that_others_can_store_to() -> None:
    assert kinds_of("A=1:FOR I=0 TO 3:NEXT", open_to_others=True) == {}


def test_an_integer_never_leaves_32_bits() -> None:
    kind = kinds_of("WHILE 1:A%=A%*3+1:WEND")["A%"]
    assert (kind.type, kind.low >= -(2**31), kind.high < 2**31) == (Type.INTEGER, True, True)


def test_a_loop_that_is_entered_from_outside_has_no_range() -> None:
    kind = kinds_of("FOR A=0 TO 2\n@L NEXT\nINC K:IF K<9 THEN GOTO @L")["A"]
    assert kind.high > 1 << 30


# ---- the difference must never show


def test_whole_numbers_show_nowhere() -> None:
    for seed in range(many(8, 360)):
        source = program("numbers", seed)
        (one, error), (other, other_error) = (
            run_listing(source, frames=60, library=each) for each in (False, True)
        )
        assert (one, str(error)) == (other, str(other_error)), source
