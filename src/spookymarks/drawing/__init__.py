"""Pictures of positions, as pure SVG: the same geometry and the same signs as the page's board.

A picture needs no font and no style sheet, so it looks alike in every viewer; what makes pixels of it is elsewhere.
"""

from __future__ import annotations

from spookymarks.drawing.card import card
from spookymarks.drawing.film import Frame, film
from spookymarks.drawing.markup import THEMES, ThemeName, svg
from spookymarks.drawing.scene import Scene, scene
from spookymarks.drawing.words import description, headline

__all__ = ["THEMES", "Frame", "Scene", "ThemeName", "card", "description", "film", "headline", "scene", "svg"]
