"""Writes a first Python port of a listing, which the user then improves."""
