"""Opens pages in a browser, several at a time, and reports their problems."""

import concurrent.futures
import queue
import urllib.parse

import layout
from browser import Failure, Tab, chromium
from pages import neighbors, plain

TABS = 4
# The time that a page has to show everything, in milliseconds.
LIMIT = 60_000
# A page with fewer letters than this, without its header, sidebar and footer, is empty.
LEAST = 20

# Waits until the page shows every fragment or the time is up. Returns the fragments that are still missing.
SHOWS = """(words, limit) => new Promise(resolve => {
  const text = () => (document.querySelector('main') || document.createElement('p')).textContent.replace(/\\s+/g, '')
  const missing = () => { const shown = text(); return words.filter(word => !shown.includes(word)) }
  let timer, soon
  const end = () => {
    observer.disconnect(); clearTimeout(timer); clearTimeout(soon)
    resolve({ missing: missing(), length: text().length })
  }
  const look = () => { soon = null; if (missing().length === 0) end() }
  const observer = new MutationObserver(() => { soon ??= setTimeout(look, 20) })
  timer = setTimeout(end, limit)
  observer.observe(document, { subtree: true, childList: true, characterData: true })
  look()
})"""

# The text of each step of a tutorial with its code, and of the code preview next to the steps.
STEPS = """() => ({
  steps: [...document.querySelectorAll('.step-container')].map(one => one.textContent.replace(/\\s+/g, '')),
  preview: (document.querySelector('.asset-container.for-step-code') || { textContent: '' }).textContent.replace(/\\s+/g, ''),
})"""

# What readers type into the filter of the landing page.
WORDS = [
    "refresh", "logout", "AuthClient", "SwiftUI", "redirect URI", "keychain", "unknown-key", "device sign-in", "mutual TLS",
    # Messages that they paste.
    "redirect_uri_mismatch", "Callback URL mismatch", "invalid_grant", "address already in use", "none of the loopback ports",
    "clock", "the ID token has expired", "keyring locked", "the credential store is locked",
]

# Images that didn't load. Those further down load only when a reader scrolls there. `decode()` would wait for a frame of the page,
# and a tab in the background has none.
IMAGES = """() => Promise.all([...document.images].map(async image => {
  image.loading = 'eager'
  if (!image.complete) await new Promise(done => { image.onload = image.onerror = done })
  return image.naturalWidth > 0 ? null : image.currentSrc || image.src
})).then(found => found.filter(one => one))"""


def visit(tab, address, page, limit, adjacent=(), words=WORDS, has_phone=False):
    """Returns the problems of a page, as sentences. The sidebar must select an article or a symbol, next to the pages in
    `adjacent`. With `has_phone`, the page must also fit a phone."""
    tab.open(address)
    found = tab.run(SHOWS, page.words(), limit)
    problems = [f"does not show '{word[:80]}'" for word in found["missing"][:3]]
    if found["length"] < LEAST:
        problems.append(f"is empty: {found['length']} letters")
    if page.is_tutorial:
        problems += steps(tab, page)
    problems += [f"shows no image {url}" for url in tab.run(IMAGES)]
    if page.is_in_sidebar:
        problems += layout.sidebar(tab, page, adjacent, limit)
    if has_phone:
        problems += layout.on_phone(tab)
    if page.is_landing:
        problems += layout.cut_code(tab) + layout.searched(tab, words, limit)
    if page.kind == "overview":
        problems += layout.pale_footer(tab)
    return problems + tab.complaints


def steps(tab, page):
    expected = [None if code is None else plain("".join(code)) for code in page.steps()]
    shown = tab.run(STEPS)
    if len(shown["steps"]) != len(expected):
        return [f"shows {len(shown['steps'])} of {len(expected)} steps"]
    problems = []
    for number, (code, text) in enumerate(zip(expected, shown["steps"]), 1):
        if code and code not in text:
            problems.append(f"step {number} does not show its code")
    first = next((code for code in expected if code), "")
    if first not in shown["preview"] and expected and expected[0]:
        problems.append("the preview next to the steps does not show the first step's code")
    return problems


def on_phone(pages):
    """The pages that are opened at the width of a phone: all articles, the overviews, the tutorials that a person wrote, one of each
    kind that is generated for every provider (`auth0-signin`), and one symbol."""
    found, kinds = [], set()
    for page in pages:
        generated = page.path.rpartition("-")[2] if page.kind == "project" and "-" in page.path.rpartition("/")[2] else None
        kind = "symbol" if page.kind == "symbol" and page.role != "collection" else generated
        if kind is None and (page.is_article or page.is_landing or page.is_tutorial) or kind and kind not in kinds:
            found.append(page)
        kinds.add(kind)
    return found


def visit_all(top, pages, limit=LIMIT, words=WORDS):
    """A list of problems, each with the page's address. `top` is the site's address."""
    adjacent = neighbors(pages)
    phone = {page.path for page in on_phone(pages)}
    with chromium() as browser:
        tabs = queue.SimpleQueue()
        for _ in range(TABS):
            tabs.put(Tab(browser))

        def one(page):
            tab, address = tabs.get(), urllib.parse.urljoin(top, page.path.lstrip("/") + "/")
            try:
                problems = visit(tab, address, page, limit, adjacent.get(page.path, ()), words, page.path in phone)
                return [f"{address} {problem}" for problem in problems]
            except Failure as failure:
                return [f"{address} {failure}"]
            finally:
                tabs.put(tab)

        with concurrent.futures.ThreadPoolExecutor(TABS) as pool:
            return [problem for found in pool.map(one, pages) for problem in found]
