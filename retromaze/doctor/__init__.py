"""Reads programs and files of the console without running them: what they are and need, what is missing."""
