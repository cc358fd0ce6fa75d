"""Danish and Korean are whole: the browser's language by itself, games to their ends, and no English word anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browser.scenes import SCENES
from browser.words import exact, foreign_words, text, words_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from browser.stage import Player, Site

pytestmark = pytest.mark.browser

LOCALES = {"da": "da-DK", "ko": "ko-KR"}
# Names, and what is written the same everywhere.
NAMES = {"english", "spookymarks", "allan", "goff", "github"}

each_language = pytest.mark.parametrize("language", LOCALES)


def press_keys(person: Player, *keys: str) -> None:
    """Play by keys, which are the same in every language."""
    person.page.get_by_role("grid").first.locator("[tabindex='0']").focus()
    for key in keys:
        person.page.keyboard.press(key)


def read_aloud(page: Page) -> str:
    """Return all that the page says: its texts, titles and labels, with everything unfolded."""
    said: str = page.evaluate(
        """() => {
            document.querySelectorAll("details").forEach((each) => (each.open = true));
            // What is marked as another language may be in it.
            document.querySelectorAll("body [lang]").forEach((each) => (each.textContent = ""));
            const texts = [document.title];
            const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
            while (walker.nextNode()) texts.push(walker.currentNode.data);
            for (const name of ["aria-label", "title", "placeholder", "alt"]) {
                document.querySelectorAll(`[${name}]`).forEach((each) => texts.push(each.getAttribute(name)));
            }
            return texts.join(" \\n ");
        }"""
    )
    return said


@pytest.mark.parametrize(("locale", "language"), [("da-DK", "da"), ("ko-KR", "ko"), ("fr-FR", "en")])
def test_a_browser_gets_its_language_by_itself(
    site: Site, player: Callable[..., Player], locale: str, language: str
) -> None:
    """Who comes with a browser in Danish or Korean reads the page in it, others in English."""
    person = player(site, locale=locale)
    person.open("/play")
    expect(person.page.locator("html")).to_have_attribute("lang", language)
    person.sees(text(language, "status.first", mark="X1"))
    expect(person.page).to_have_title(text(language, "title.page"))


def test_a_chosen_language_stays(site: Site, player: Callable[..., Player]) -> None:
    """The settings offer every language under its own name; the choice survives and beats the browser's."""
    person = player(site, locale="da-DK")
    person.open("/settings")
    person.page.get_by_role("radio", name="한국어").check()
    expect(person.page.locator("html")).to_have_attribute("lang", "ko")
    person.open("/play")
    person.sees(text("ko", "status.first", mark="X1"))
    person.page.reload()
    person.sees(text("ko", "status.first", mark="X1"))


@each_language
@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_a_game_on_one_device(site: Site, player: Callable[..., Player], language: str, phone: bool) -> None:
    """Placing, closing, choosing, the collapse with its reasons and the end are told in the language."""
    person = player(site, phone=phone, locale=LOCALES[language])
    person.open("/play")
    press_keys(person, *"14151")
    person.sees(text(language, "status.second", mark="X3"))
    press_keys(person, "Escape", *"48")
    press_keys(person, "1", "8")
    person.sees(text(language, "status.choose", actor="X", mark="O4", a=1, b=8))
    press_keys(person, "b")
    reasons = person.page.get_by_role("listitem")
    expect(reasons.filter(has_text=text(language, "settled.forced", mark="X1", away=4, square=1))).to_be_visible()
    expect(person.page.get_by_role("grid").get_by_role("button").nth(7)).to_have_attribute(
        "aria-label", text(language, "square.stone", mark="O4")
    )
    press_keys(person, "8")
    expect(person.page.get_by_text(text(language, "refusal.closed", square=8, mark="O4"))).to_be_visible()


@each_language
def test_a_game_by_link_with_a_refusal(site: Site, player: Callable[..., Player], language: str) -> None:
    """Invitation, joining, playing, what the server refuses, and resigning, all in the language."""
    x, o = (player(site, phone=phone, locale=LOCALES[language]) for phone in (False, True))
    x.open("/")
    x.page.get_by_role("radio", name="X", exact=True).check()
    x.press(x.button(exact(language, "home.link")))
    link = x.page.get_by_role("textbox", name=exact(language, "link.play")).input_value()
    o.open(link)
    o.press(o.button(text(language, "link.join", side="O")))
    x.sees(text(language, "news.join", side="O"))
    press_keys(x, "1", "5")
    o.sees(text(language, "happened.placed", actor="X", mark="X1", a=1, b=5))
    press_keys(o, "1")
    o.press(o.page.get_by_role("grid").get_by_role("button").nth(4))
    o.press(o.button(text(language, "place.commit", mark="O2", a=1, b=5)))
    x.sees(text(language, "status.choose", actor="X", mark="O2"))
    x.unfold(exact(language, "say"))
    for _ in range(6):
        expect(x.button(exact(language, "say.oops"))).to_have_attribute("aria-disabled", "false")
        x.press(x.button(exact(language, "say.oops")))
    x.sees(text(language, "say.enough"))
    press_keys(x, "a")
    o.sees(text(language, "status.place.wait", actor="X", mark="X3"))
    o.press(o.button(text(language, "wish.resign")))
    o.press(o.page.get_by_role("dialog").get_by_role("button", name=exact(language, "ask.resign.yes")))
    expect(x.page.get_by_text(text(language, "end.resignation", side="O"))).to_be_visible()


@each_language
def test_a_missing_game_says_so(site: Site, player: Callable[..., Player], language: str) -> None:
    """A link to nothing is answered in the language, and so is an address of no view."""
    person = player(site, locale=LOCALES[language])
    # The browser itself reports that the server knows neither.
    person.offline_is_expected = True
    person.open("/g/zzzzzzzzzzzz")
    person.sees(exact(language, "link.missing"))
    person.open("/nowhere")
    expect(person.page.get_by_text(exact(language, "app.missing"))).to_be_visible()


@pytest.mark.parametrize("scene", SCENES)
def test_no_english_is_left(site: Site, player: Callable[..., Player], scene: str) -> None:
    """In no view a word stands that the English catalogue has and the language's own has not; languages take turns."""
    person = player(site)
    SCENES[scene](person)
    # Scenes go by English words; what they lead to is read in the language after a reload, which may break a
    # connection that is being made.
    person.offline_is_expected = True
    language = list(LOCALES)[list(SCENES).index(scene) % len(LOCALES)]
    person.page.evaluate("tag => localStorage.setItem('spookymarks.language', tag)", language)
    person.page.reload()
    expect(person.page.locator("html")).to_have_attribute("lang", language)
    expect(person.page.locator("main > *").first).to_be_visible()
    expect(person.page.get_by_text(exact(language, "app.loading"))).to_have_count(0)
    person.page.wait_for_load_state("networkidle")
    left = words_in(read_aloud(person.page)) & foreign_words(language)
    assert left - NAMES == set()
