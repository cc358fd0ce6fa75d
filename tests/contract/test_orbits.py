"""The contract: orbits.jsonl says which actions are alike by Python's symmetries; the page's tests compare its own."""

from contract.orbits import FILE, lines


def test_written_orbits_are_those_of_the_library() -> None:
    """Python puts the actions of every position together so, so the file may judge the page's explorer."""
    assert FILE.read_text(encoding="utf-8").splitlines() == list(lines())
