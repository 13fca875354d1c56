"""The names that the articles print, one module an article: their lines can be typed in as they stand.

A name behaves as its article prints it, and the work is done by `retromaze.ports.mazes`.  Two more articles
print no Python: their programs are the listings backtracker and sticks.
"""
