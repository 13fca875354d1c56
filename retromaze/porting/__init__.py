"""Writes a Python port of a listing, for a reader to go on from."""
