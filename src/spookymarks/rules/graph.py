"""The entanglement graph: squares are vertices, spooky pairs are edges, components are masks of squares.

Before each placement the graph is a forest, so its components (of two squares or more) say everything: a new
pair joins two of them, or closes one cycle in one of them.
"""

from __future__ import annotations

Components = tuple[int, ...]

Settled = tuple[int, int]
"""A mark, by its index in move order, and the mask of the one square it settles in."""


NOTHING = -1
"""The index of no mark."""


def join(components: Components, pair: int) -> Components | None:
    """Return the components after a pair is placed, or None when it closes a cycle."""
    joined = pair
    others = []
    for component in components:
        shared = component & pair
        if not shared:
            others.append(component)
        elif shared == pair:
            return None
        else:
            joined |= component
    others.append(joined)
    return tuple(others)


def hang(marks: tuple[int, ...], component: int, measured: int, square: int) -> list[Settled]:
    """Settle a whole component: the root principle.

    The mark with index `measured` settles in `square` (a mask), which becomes the root of the tree formed by the
    older pairs of the component; each of them settles at its end away from the root. The result is in causal
    order: each mark comes after the one that drove it out of its other square. Source: ours (the outcome depends
    on the root alone), checked against the step-by-step collapse of Goff, Am. J. Phys. 74, 962 (2006).
    """
    settled = [(measured, square)]
    taken = square
    waiting = [index for index, mark in enumerate(marks) if mark & component and index != measured]
    while waiting:
        untouched = []
        for index in waiting:
            if marks[index] & taken:
                end = marks[index] & ~taken
                taken |= end
                settled.append((index, end))
            else:
                untouched.append(index)
        waiting = untouched
    return settled


def members(marks: tuple[int, ...], component: int) -> tuple[int, ...]:
    """Return the indices of the marks that stand in a component, in move order."""
    return tuple(index for index, mark in enumerate(marks) if mark & component)


def cycle(marks: tuple[int, ...], among: tuple[int, ...]) -> tuple[int, ...]:
    """Return which of the given pairs form the cycle, in move order; empty for a tree.

    A pair with an end that no other pair touches is not on a cycle; taking such pairs away until none is left
    leaves the cycle.
    """
    left = list(among)
    while True:
        kept = []
        for index in left:
            elsewhere = 0
            for other in left:
                if other != index:
                    elsewhere |= marks[other]
            if marks[index] & elsewhere == marks[index]:
                kept.append(index)
        if len(kept) == len(left):
            return tuple(kept)
        left = kept
