"""The builtins of the language, one module a family."""
