"""Lowering: a Program's functions as trees in which jumps have become loops, branches and switches."""
