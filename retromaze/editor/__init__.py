"""Finds out about listings without running them: mistakes, names, help, needs, missing files."""
