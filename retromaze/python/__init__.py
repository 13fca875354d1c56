"""Python as data: the `ast` of a program that is written for a reader, and its text."""
