"""Studying the programs: mazes measured, listings beside ports, lines counted, and a page of it all."""
