"""Python syntax: names, expressions, calls, stores, statements, blocks."""
