"""Compiles a Program to Python: expressions, calls, stores, statements and blocks as Python syntax trees."""
