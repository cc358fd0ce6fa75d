"""Notations: one reader and one writer for each format in which games and positions are written down."""
