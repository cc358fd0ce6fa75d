"""The contract: texts.jsonl says what Python reads in texts of every notation; the page's tests compare its own."""

from contract.texts import FILE, lines


def test_written_meanings_are_those_of_the_library() -> None:
    """Python reads every text of the file so, so the file may judge the page's readers and writers."""
    assert FILE.read_text(encoding="utf-8").splitlines() == list(lines())
