"""Lessons: texts whose steps are moments of a run, their diagrams of its data, and exercises."""
