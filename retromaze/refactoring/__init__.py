"""Steps that restructure the text of a finished Python program; comments and layout stay.

`retromaze tidy` applies them to ports, and proves that a port still does the same. The steps know nothing of
listings. In contrast, `retromaze.python` writes new programs.
"""
