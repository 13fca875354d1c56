"""Which globals calls of DEFs may change."""

from __future__ import annotations

from retromaze.analysis.knowledge import Knowledge
from retromaze.analysis.programs import analyse_listing

HEAD = "X=0:Y=0:Z=0:DIM A[3]\n"
LISTINGS = {
    "a store": ("DEF F\nX=1\nEND", {"F": "X"}),
    "its own variable": ("DEF F\nVAR X=1\nY=X\nEND", {"F": "Y"}),
    "an element": ("DEF F\nA[X]=1\nEND", {"F": "A"}),
    "a parameter": ("DEF F X\nX=1\nEND", {"F": ""}),
    "a call": ("DEF F\nX=G()\nEND\nDEF G()\nY=1\nRETURN Z\nEND", {"F": "XY", "G": "Y"}),
    "calls in a circle": (
        "DEF F\nX=1:G\nEND\nDEF G\nY=1:H\nEND\nDEF H\nZ=1:F\nEND",
        {"F": "XYZ", "G": "XYZ", "H": "XYZ"},
    ),
    "a call by name": ('DEF F\nCALL "G"\nEND\nDEF G\nEND', {"F": "AXYZ", "G": ""}),
    "a GOSUB": ('DEF F\nGOSUB "@L"\nEND\nDEF G\nF\nEND', {"F": "AXYZ", "G": "AXYZ"}),
}


def test_what_a_call_changes() -> None:
    found = {}
    for name, (listing, _) in LISTINGS.items():
        program = analyse_listing(HEAD + listing)
        changes = Knowledge(program, open_to_others=False).changes
        found[name] = {each: "".join(sorted(changes.by[each])) for each in program.definitions}
    assert found == {name: expected for name, (_, expected) in LISTINGS.items()}
