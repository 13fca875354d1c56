"""Front ends: a window, pictures in files, the terminal; each is called through `machine.on_frame`."""
