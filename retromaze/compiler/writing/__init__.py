"""Writes Python syntax trees: expressions, calls, stores, statements, blocks."""
