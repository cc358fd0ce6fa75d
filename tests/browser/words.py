"""The page's texts by key, in every language: for stories that cannot go by the English words."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

I18N = Path(__file__).parents[2] / "web" / "src" / "i18n"
LANGUAGES = ("en", "da", "ko")
# `{mark}`, or `{mark:이/가}` where the language wants a form of it.
VALUE = re.compile(r"\{(\w+)(?::[^}]+)?\}")


@cache
def catalogue(language: str) -> dict[str, str]:
    """Return the texts of a language by key; of a plural, the form that fits most numbers."""
    texts: dict[str, str] = {}
    for area in sorted((I18N / language).glob("*.json")):
        for key, entry in json.loads(area.read_text("utf-8")).items():
            texts[key] = entry if isinstance(entry, str) else entry["other"]
    return texts


def text(language: str, key: str, **values: str | int) -> re.Pattern[str]:
    """Return what matches a text with these values filled in, and anything for those that are not named."""
    parts: list[str] = []
    end = 0
    template = catalogue(language)[key]
    for value in VALUE.finditer(template):
        parts.append(re.escape(template[end : value.start()]))
        given = values.get(value[1])
        # Browsers take no Hangul for `\w`.
        form = "[가-힣]*" if ":" in value[0] else ""
        parts.append(".*" if given is None else re.escape(str(given)) + form)
        end = value.end()
    parts.append(re.escape(template[end:]))
    return re.compile("".join(parts))


def exact(language: str, key: str) -> re.Pattern[str]:
    """Return what matches a text and nothing around it."""
    return re.compile(f"^{text(language, key).pattern}$")


@cache
def foreign_words(language: str) -> frozenset[str]:
    """Return the words of the English catalogue that the language itself never uses, in small letters."""
    return frozenset(words("en")) - words(language)


@cache
def words(language: str) -> frozenset[str]:
    """Return every word of a catalogue in small letters."""
    return frozenset(words_in(" ".join(VALUE.sub(" ", each) for each in catalogue(language).values())))


def words_in(text: str) -> set[str]:
    """Return the words of two letters or more in a text, in small letters."""
    return {word.lower() for word in re.findall(r"[^\W\d_]{2,}", text)}
