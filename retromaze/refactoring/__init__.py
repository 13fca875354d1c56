"""Steps that restructure a Python program that is finished, on its text: comments and layout stay.

`retromaze tidy` applies them to ports. They know nothing of listings; whether a port still does the same is
proved by whoever applies them. `retromaze.python` is something else: it writes new programs.
"""
