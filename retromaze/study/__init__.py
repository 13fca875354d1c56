"""The laboratory: mazes measured, listings beside ports, lines counted, and a page of all of it."""
