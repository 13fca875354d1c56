"""What all tests share: the words are those of the source, wherever they are run."""

import os

os.environ["LANGUAGE"] = "en"
