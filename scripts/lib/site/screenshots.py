"""Pictures of one page of each kind, light and dark, for a person to look at."""

import base64
import urllib.parse

from browser import Tab, chromium
from visit import LIMIT, SHOWS

LANDING = "/documentation/authdocs"

# A tutorial's first step, with its code beside it; other pages stay at their top.
SCROLL = """() => new Promise(resolve => {
  const step = document.querySelector('.step')
  if (step) step.scrollIntoView({ block: 'center', behavior: 'instant' })
  setTimeout(resolve, step ? 1000 : 0)
})"""


def take(top, folder, articles, tutorials, symbols):
    folder.mkdir(parents=True, exist_ok=True)
    shown = dict(choice(articles, tutorials, symbols))
    with chromium() as browser:
        tab = Tab(browser)
        for scheme in ["light", "dark"]:
            tab.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
            for name, page in shown.items():
                tab.open(urllib.parse.urljoin(top, page.path.lstrip("/") + "/"))
                tab.run(SHOWS, page.words(), LIMIT)
                tab.run(SCROLL)
                picture = tab.call("Page.captureScreenshot")["data"]
                (folder / f"{name}-{scheme}.png").write_bytes(base64.b64decode(picture))
    print(f"{folder}: {2 * len(shown)} pictures")


def choice(articles, tutorials, symbols):
    """The landing page, the article and the symbol with the most text, a tutorial and the overview of all."""
    longest = lambda pages: max(pages, key=lambda page: len("".join(page.words())))
    yield "landing", next(page for page in symbols if page.path == LANDING)
    yield "article", longest(articles)
    yield "symbol", longest([page for page in symbols if page.role == "symbol"])
    lessons = [page for page in tutorials if page.steps()]
    if lessons:
        yield "tutorial", lessons[0]
        yield "tutorials", next(page for page in tutorials if page.kind == "overview")
