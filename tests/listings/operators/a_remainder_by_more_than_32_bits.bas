' source: docs/deviations.md (held at the nearest Integer)
A%=-2147483647:V=2147483648
PRINT A% MOD (1+V) ' expect: 0
