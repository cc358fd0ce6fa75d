"""What can go wrong with the kernel: it is missing or foreign, it is asked what it does not know, or it refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spookymarks.errors import SpookyMarksError

if TYPE_CHECKING:
    from spookymarks.kernel.refusals import Refusal


class KernelError(SpookyMarksError):
    """The kernel cannot answer; the parent of its other errors."""


class KernelMissingError(KernelError):
    """There is no library for this platform, or one that belongs to another version."""


class KernelRefusalError(KernelError):
    """The kernel refuses a text or an action.

    `refusal` says why; `place` is the 1-based character of a text to which it belongs, 0 for an action.
    """

    def __init__(self, text: str, refusal: Refusal, place: int) -> None:
        where = f" at character {place}" if place else ""
        super().__init__(f"the kernel refuses {text!r}{where}: {refusal.words}")
        self.refusal = refusal
        self.place = place
