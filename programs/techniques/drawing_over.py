"""Python draws over what was there, as the listing does: it is the same picture, and the same saving."""

from retromaze.machine.machine import Machine

BLACK, GREEN, YELLOW = 0xFF000000, 0xFF008000, 0xFFF8F800


def main(machine: Machine) -> None:
    """Let a square fly over lines."""
    screen = machine.screen
    machine.reset()  # 3
    for y in range(0, 250, 10):  # 4
        screen.line(0, y, 399, y, GREEN)
    x, y, vx, vy = 20, 50, 7, 3  # 5
    for _ in range(60):  # 6
        screen.fill(x, y, x + 7, y + 7, BLACK)  # 7
        for row in (y, y + 7):  # 8-9
            screen.line(x, row // 10 * 10, x + 7, row // 10 * 10, GREEN)
        x, y = x + vx, y + vy  # 10
        if not 10 <= x <= 380:  # 11
            vx = -vx
        if not 10 <= y <= 220:  # 12
            vy = -vy
        screen.fill(x, y, x + 7, y + 7, YELLOW)  # 13
