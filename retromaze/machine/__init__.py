"""The machine: screens, pages, console, chance, time and input; it has never heard of BASIC."""
