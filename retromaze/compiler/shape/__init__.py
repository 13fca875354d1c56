"""Control flow: jumps rewritten for Python's loops, the code that each GOSUB reaches, switches."""
