"""Renders notes to samples: our own instruments and short sounds, a synthesizer, WAV files, a sound card.

The machine tells notes at their moments (`machine/sound_events.py`); NumPy is imported when they are to be
heard, and nothing here changes a run.
"""
