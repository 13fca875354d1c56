"""Analyses a Program before Python is written: kinds and ranges of values, stores, calls, jumps."""
