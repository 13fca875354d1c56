"""`match` instead of ON ... GOTO, and a list of instructions instead of DATA."""

from retromaze.machine.machine import Machine

PROGRAM = (  # 17
    *(("NUM", 6), ("NUM", 7), ("MUL", 0), ("SHOW", 0), ("NUM", 8)),
    *(("ADD", 0), ("SHOW", 0), ("NUM", 2), ("MUL", 0), ("SHOW", 0)),
)


def main(machine: Machine) -> None:
    """Run a program for a machine with a stack."""
    stack: list[int] = []  # 3
    for word, number in PROGRAM:  # 4-5
        match word:  # 6
            case "NUM":
                stack.append(number)  # 8
            case "ADD":
                stack.append(stack.pop() + stack.pop())  # 10
            case "MUL":
                stack.append(stack.pop() * stack.pop())  # 12
            case "SHOW":
                machine.console.print(str(stack[-1]))  # 14
