"""Compiles a Program to Python: facts about its values, its control flow, the syntax that is written."""
