"""The contract: the analyses in analyses.jsonl are those of the Python solver; the page's tests compare its own."""

from contract.analyses import FILE, analyses


def test_written_analyses_are_those_of_the_solver() -> None:
    """Python makes every analysis of the file, byte for byte, so the file may judge the page's solver."""
    assert FILE.read_text(encoding="utf-8").splitlines() == list(analyses())
