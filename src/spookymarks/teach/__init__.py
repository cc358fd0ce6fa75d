"""Teaching: what a position and an action mean, in words that the rules and the solver prove."""

from spookymarks.teach.explain import explain
from spookymarks.teach.facts import Fact

__all__ = ["Fact", "explain"]
