"""As what an array is drawn where nobody has said it: by its values and by what the listing does with it."""

from retromaze.language.parser import parse
from retromaze.lessons.array_diagrams import ArrayUses

LISTING = """\
DIM M[3,3],X[0],Y[0],Q[0],R[0],U[9],A[4],DX[4,2],K[0],T$[2]
PUSH X,1:PUSH Y,2
Z=POP(X)+POP(Y)
PUSH Q,1:Z=SHIFT(Q)
UNSHIFT R,1
PUSH K,A[1]
N=U[N]
"""
MAZE = [[0, 1, 0]] * 3
PARENTS = [-2, 0, -1, -1, -1, -1, -1, -1, -1]
KNOWN = {
    "M[]": MAZE,
    "X[]": [1, 2, 3],
    "Y[]": [],
    "Q[]": [5, 5],
    "R[]": ["A"],
    "U[]": PARENTS,
    "A[]": [1, 2, 3, 0.5],
    "DX[]": [[0, 1]] * 4,
    "T$[]": ["", "B"],
    "N": 3,
}
DRAWINGS = {
    "M[]": ["grid M shaded", "grid M"],
    "X[]": ["stack X Y", "queue X Y", "bars X", "list X"],
    "Y[]": ["stack X Y", "queue X Y", "list Y"],
    "Q[]": ["queue Q", "stack Q", "list Q"],
    "R[]": ["stack R", "queue R", "list R"],
    "U[]": ["forest U", "bars U", "list U"],
    "A[]": ["bars A", "list A"],
    "DX[]": ["grid DX shaded", "grid DX"],
    "T$[]": ["list T$"],
}
FORESTS: dict[str, tuple[list[float], bool]] = {
    "a leader is its own parent": ([0, 0, 1, 3, 4, 5, 6, 7], True),
    "few numbers are parents by accident": ([-1, 0, 0], False),
    "nothing is stored yet": ([0] * 9, False),
    "a circle": ([1, 0, -1, -1, -1, -1, -1, -1], False),
    "beyond the end": ([8, -1, -1, -1, -1, -1, -1, -1], False),
    "no whole number": ([0.5, -1, -1, -1, -1, -1, -1, -1], False),
}


def uses(listing: str = LISTING) -> ArrayUses:
    return ArrayUses(list(parse(listing)))


def test_each_array_as_what_it_is() -> None:
    arrays = {name: items for name, items in KNOWN.items() if isinstance(items, list)}
    assert {name: uses().drawings(name[:-2], items) for name, items in arrays.items()} == DRAWINGS


def test_numbers_that_name_parents_are_a_forest() -> None:
    found = {name: uses().drawings("U", items)[0] == "forest U" for name, (items, _) in FORESTS.items()}
    assert found == {name: is_forest for name, (_, is_forest) in FORESTS.items()}


POINTED = {
    "S[P]=1:INC P\nDEC P:Z=S[P]\n": "stack S from 0 to P-1",
    "S[0]=7:P=1\nS[P]=1:P=P+1\nZ=S[P-1]:P=P-1\n": "stack S from 0 to P-1",
    "P=1\nS[P]=1:INC P\nDEC P:Z=S[P]\n": "stack S from 1 to P-1",
    "INC P:S[P]=1\nZ=S[P]:DEC P\n": "stack S from 1 to P",
    "VAR P=-1\nINC P:S[P]=1\nZ=S[P]:DEC P\n": "stack S from 0 to P",
    "S[P]=1:T[P]=2:INC P\nDEC P:Z=S[P]+T[P]\n": "stack S T from 0 to P-1",
    "S[P]=1:INC P\nZ=S[H]:INC H\n": "queue S from H to P-1",
    "INC P:S[P]=1\nINC H:Z=S[H]\n": "queue S from H+1 to P",
    "S[P]=1:INC P\nFOR H=0 TO P-1:Z=S[H]:NEXT\n": "bars S",
    "FOR P=0 TO 3:S[P]=P:NEXT\nZ=S[1]\n": "bars S",
    "INC S[RND(4)]\n": "bars S",
}


def test_an_array_that_is_filled_at_a_pointer_is_drawn_up_to_it() -> None:
    found = {listing: uses(listing).drawings("S", [1, 2, 3, 0])[0] for listing in POINTED}
    assert found == POINTED


FOLLOWED = {
    "X=U[X]\n": True,
    "Z=U[U[X]]\n": True,
    "Y=U[X]\nZ=U[Y]\n": True,
    "Z=FIND(U[1])\nDEF FIND(X):RETURN U[X]:END\n": True,
    "FIND U[1]\nDEF FIND X:Z=U[X]:END\n": True,
    "INC U[RND(9)]\n": False,
    "SWAP U[I],U[J]\nZ=U[I]\n": False,
}


def test_numbers_are_parents_only_where_the_listing_follows_them() -> None:
    found = {text: uses(text).drawings("U", PARENTS)[0] == "forest U" for text in FOLLOWED}
    assert found == FOLLOWED


def test_what_matters_most_is_drawn_first() -> None:
    """A grid, stacks and queues, a forest; else bars, or a small table."""
    assert uses().automatic_drawings(KNOWN) == "grid M shaded, stack X Y, stack R, queue Q"
    assert uses().automatic_drawings({"U[]": PARENTS, "X[]": [], "Y[]": []}) == "stack X Y, forest U"
    assert uses().automatic_drawings({"DX[]": [[0, 1]] * 4, "A[]": [1, 2, 3], "N": 1}) == "bars A"
    assert uses().automatic_drawings({"DX[]": [[0, 1]] * 4}) == "grid DX shaded"
    assert uses().automatic_drawings({"T$[]": ["", "B"]}) == "list T$"
    assert uses().automatic_drawings({"N": 1}) == ""


def test_a_stack_of_the_grid_s_rooms_is_a_way_through_it() -> None:
    """Whichever subscript is the column: the first one is drawn as it."""
    known = {"M[]": MAZE, "S[]": [1], "T[]": [2]}
    for cell, way in ("M[X,Y]", "S T"), ("M[Y,X]", "T S"):
        found = uses(f"PUSH S,X:PUSH T,Y\n{cell}=1\nM[X,X]=2\n").automatic_drawings(known)
        assert found == f"grid M shaded, way {way}, stack S T"
    assert uses("PUSH S,X:PUSH T,Y\nM[A,B]=1\n").automatic_drawings(known) == "grid M shaded, stack S T"
