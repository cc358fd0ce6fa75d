"""The contract: the documents in documents.jsonl are those of the Python rules; the page's tests compare its own."""

from contract.documents import FILE, documents


def test_written_documents_are_those_of_the_rules() -> None:
    """Python makes every document of the file, byte for byte, so the file may judge the page's kernel."""
    assert FILE.read_text(encoding="utf-8").splitlines() == list(documents())
