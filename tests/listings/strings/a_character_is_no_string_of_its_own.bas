' source: unverified
S$="abc"
PUSH S$[1],"x" ' error: Type mismatch
