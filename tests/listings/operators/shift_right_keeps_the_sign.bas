' source: appendix B, measured
PRINT -1>>1;" ";-1>>32;" ";5>>32;" ";256>>-1 ' expect: -1 -1 0 0
