"""Takes screenshots of one page of each kind, light and dark, for a person to review."""

import base64
import urllib.parse

from browser import Tab, chromium
from pages import nodes
from visit import LIMIT, SHOWS

# Screenshots of these have the whole page, up to a limit in pixels.
WHOLE = {"landing", "article"}
LONGEST = 4000
LANDING = "/documentation/authdocs"

# Scrolls to a tutorial's first step and its code. Other pages stay at their top. Waits for the sidebar, which appears
# after the page.
SCROLL = """() => new Promise(resolve => {
  const step = document.querySelector('.step')
  if (step) step.scrollIntoView({ block: 'center', behavior: 'instant' })
  for (const image of document.images) image.loading = 'eager'
  setTimeout(resolve, 1500)
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
                (folder / f"{name}-{scheme}.png").write_bytes(picture(tab, whole=name in WHOLE))
    print(f"{folder}: {2 * len(shown)} pictures")


def picture(tab, whole):
    """A screenshot of the window, or of the whole page up to the limit."""
    options = {}
    if whole:
        size = tab.call("Page.getLayoutMetrics")["cssContentSize"]
        area = {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], LONGEST), "scale": 1}
        options = {"captureBeyondViewport": True, "clip": area}
    return base64.b64decode(tab.call("Page.captureScreenshot", **options)["data"])


def choice(articles, tutorials, symbols):
    """The landing page, the article with the most pictures, the symbol with the most text, a tutorial, the overview of all."""
    pictures = lambda page: sum(one.get("type") == "image" for one in nodes(page.content.get("primaryContentSections", [])))
    yield "landing", next(page for page in symbols if page.path == LANDING)
    yield "article", max(articles, key=pictures)
    yield "symbol", max(symbols, key=lambda page: len("".join(page.words())) if page.role == "symbol" else 0)
    lessons = [page for page in tutorials if page.steps()]
    if lessons:
        yield "tutorial", lessons[0]
        yield "tutorials", next(page for page in tutorials if page.kind == "overview")
