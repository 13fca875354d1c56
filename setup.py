"""The one thing pyproject.toml cannot say: the packages found in retromaze/, and programs/ as one more."""

from setuptools import find_packages, setup

setup(
    packages=[*find_packages(include=["retromaze", "retromaze.*"]), "retromaze.programs"],
    # The listings lie beside the package, where readers look for them.
    package_dir={"retromaze.programs": "programs"},
)
