"""The articles' programs in their own form, to be run in a terminal."""
