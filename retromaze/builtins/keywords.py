"""The forms of the reserved words for HELP, which are no builtins."""

from __future__ import annotations

FORMS: dict[str, str] = {
    "AND": "x AND y is the bits that both have.",
    "BREAK": "BREAK leaves the innermost loop.",
    "COMMON": "COMMON DEF … END is a definition that other slots may call once they have USEd this one.",
    "CONTINUE": "CONTINUE goes on with the next pass of the innermost loop.",
    "DATA": "DATA value[,value…] holds constants for READ; nothing happens where it stands.",
    "DEC": "DEC variable[,amount] makes a number smaller, by 1 if no amount is given.",
    "DEF": """DEF NAME [parameters][ OUT results] … END defines an instruction.
DEF NAME([parameters]) … RETURN value … END defines a function.""",
    "DIM": "DIM name[size[,size…]][,…] makes arrays of one to four dimensions; VAR is the same word.",
    "DIV": "x DIV y is the whole quotient, cut toward zero.",
    "ELSE": "IF condition THEN … ELSE … ENDIF; see IF.",
    "ELSEIF": "IF condition THEN … ELSEIF condition THEN … ENDIF; see IF.",
    "END": "END ends the program, or closes a DEF.",
    "ENDIF": "ENDIF closes an IF of several lines; see IF.",
    "FOR": "FOR variable=first TO last[ STEP step] … NEXT repeats; the test stands before the first pass.",
    "GOSUB": 'GOSUB @label goes to a label and comes back at RETURN. A text may name it, also "1:@LABEL".',
    "GOTO": "GOTO @label goes on at a label of the same DEF or program. A text may name it.",
    "IF": """IF condition THEN … [ELSE …] on one line, or over several lines up to ENDIF.
IF condition GOTO @label is the short form.""",
    "INC": """INC variable[,amount] makes a number larger, by 1 if no amount is given.
INC text$,more$ puts more$ at the end of the text, in place.""",
    "INPUT": """INPUT ["guide";]variable[,variable…] asks for values, with a question mark.
INPUT "guide",variable[,variable…] asks without one.""",
    "LINPUT": 'LINPUT ["guide";]variable$ asks for a whole line.',
    "MOD": "x MOD y is the rest of the division, with the sign of x.",
    "NEXT": "NEXT closes a FOR; see FOR.",
    "NOT": "NOT x turns every bit round.",
    "ON": """ON number GOTO @label[,@label…] goes to the label of that number, the first for 0.
ON number GOSUB @label[,@label…] calls it.""",
    "OPTION": """OPTION STRICT makes every name from here on want a declaration.
OPTION DEFINT makes names without suffix Integers from here on.
OPTION TOOL marks a tool.""",
    "OR": "x OR y is the bits that either has.",
    "OUT": "NAME arguments OUT variables receives the results of a DEF or a builtin.",
    "PRINT": "PRINT [value][;|,][value…] writes values; a comma goes to the next tab stop. ? means the same.",
    "READ": "READ variable[,variable…] takes the next values of DATA.",
    "REM": "REM text is a comment up to the end of the line, as ' is.",
    "REPEAT": "REPEAT … UNTIL condition repeats until the condition holds.",
    "RESTORE": "RESTORE @label lets READ go on with the first DATA behind a label.",
    "RETURN": """RETURN goes back to where GOSUB or an instruction's call stood.
RETURN value gives a function's value.""",
    "STEP": "FOR variable=first TO last STEP step; see FOR.",
    "STOP": "STOP stops the program so that CONT can go on with it.",
    "SWAP": "SWAP variable,variable exchanges two values.",
    "THEN": "IF condition THEN …; see IF.",
    "TO": "FOR variable=first TO last; see FOR.",
    "UNTIL": "UNTIL condition closes a REPEAT; see REPEAT.",
    "VAR": """VAR name[=value][,…] declares variables; DIM is the same word.
VAR("name") is the variable whose name is in the text, also "1:A" of another slot.""",
    "WEND": "WEND closes a WHILE; see WHILE.",
    "WHILE": "WHILE condition … WEND repeats while the condition holds.",
    "XOR": "x XOR y is the bits that only one has.",
}
