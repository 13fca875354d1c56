' source: language reference 4.14; a bug of ours crashed
USE 1E400 ' error: Out of range
