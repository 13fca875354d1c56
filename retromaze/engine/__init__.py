"""The engine: a Program becomes Python functions that run on a Machine."""
