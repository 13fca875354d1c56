"""Says of listings what can be said without running them: mistakes, names, help, needs, missing files."""
