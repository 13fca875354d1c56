"""What all tests share: the words of the source and the width of a pipe, wherever they are run."""

import os

os.environ["LANGUAGE"] = "en"
os.environ.pop("COLUMNS", None)
