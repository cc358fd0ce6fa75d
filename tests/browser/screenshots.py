"""Pictures of every view on a phone and on a desktop, light and dark, for people to look at: `make screenshots`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from browser.conftest import DESKTOP, PHONE
from browser.scenes import SCENES
from browser.stage import LAUNCH, Player, Site


def main() -> None:
    folder = Path("screenshots")
    folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        site = Site(Path(data))
        site.start()
        browser = playwright.chromium.launch(**LAUNCH)
        for window, options in {"phone": PHONE, "desktop": DESKTOP}.items():
            for colours in ("light", "dark"):
                for name, scene in SCENES.items():
                    context = browser.new_context(
                        **options, color_scheme=colours, reduced_motion="reduce", service_workers="block"
                    )
                    person = Player(site, context, touch=window == "phone")
                    scene(person)
                    person.page.screenshot(path=folder / f"{name}-{window}-{colours}.png", full_page=True)
                    person.leave()
                    sys.stdout.write(f"{folder / name}-{window}-{colours}.png\n")
        browser.close()
        site.stop()


if __name__ == "__main__":
    main()
