"""Front ends: a window, pictures in files, the terminal; each sits behind `machine.on_frame`."""
