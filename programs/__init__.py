"""The listings; a package only so that an installation carries them as `retromaze.programs`."""
