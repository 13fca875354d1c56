"""Program to Python: what is known before, how control flows, and the syntax that is written."""
