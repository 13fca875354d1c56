"""The articles' programs in their own form, for a terminal."""
