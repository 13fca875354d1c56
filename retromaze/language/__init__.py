"""The language: source text to tokens, tree, statements and Program. It has never heard of a machine."""
