"""How control flows: jumps made followable, the reach of each GOSUB, switches."""
