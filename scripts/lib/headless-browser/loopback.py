"""Plays a scene at the loopback address of a sign-in. See scripts/loopback-browser for its usage."""

import contextlib
import http.server
import json
import signal
import sys
import threading
import time
from urllib.parse import parse_qs, urlsplit

from selenium.common.exceptions import WebDriverException

from chromium import Failure, chromium, profile
from firefox import FirefoxError, firefox

DEADLINE = time.monotonic() + 150  # on a machine that also compiles, a browser alone may take a minute to start
SIGNED_IN = "You are signed in"
REFUSED = "This isn't the response to a sign-in"
START = "Somewhere else"
# The speculative requests of each browser, and the purpose that it declares for them. Without a window, Firefox
# prefetches nothing (as observed), and it doesn't support speculation rules.
GUESSES = {
    "firefox": {"/image": "", "/frame": ""},
    "chromium": {"/image": "", "/frame": "", "/link": "prefetch", "/prefetch": "prefetch", "/prerender": "prefetch;prerender"},
}
ERRORS = (WebDriverException, FirefoxError)


class OtherSite:
    """A page from another site, which records its requests."""

    def __init__(self):
        self.asked = {}
        site = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                site.asked[self.path] = self.headers.get("Sec-Purpose", "")
                page = site.pages.get(self.path, "").encode()
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.send_header("Content-Length", str(len(page)))
                self.end_headers()
                self.wfile.write(page)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        self.pages = {"/start": f"<title>{START}</title>"}
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def guess(self, address):
        """Serves a page that makes a browser request, in each way, the URL that `address` returns and one of this site."""
        both = [address, lambda kind: f"{self.url}/{kind}"]
        rules = {kind: [{"urls": [url(kind) for url in both], "eagerness": "immediate"}] for kind in ("prefetch", "prerender")}
        tags = [f'<link rel="prefetch" href="{url("link")}"><img src="{url("image")}"><iframe src="{url("frame")}"></iframe>'
                for url in both]
        self.pages["/guess"] = (f"<title>{START}</title>" + "".join(tags)
                                + f'<script type="speculationrules">{json.dumps(rules)}</script>')


def wait_for(what, found):
    while time.monotonic() < DEADLINE:
        with contextlib.suppress(*ERRORS):
            value = found()
            if value:
                return value
        time.sleep(0.05)
    raise Failure(f"timed out: {what}")


def look(driver):
    return driver.execute_script("return [document.title, location.href]")


def look_when_loaded(driver):
    """The page after its scripts have run, or nothing. A page has its title before."""
    return driver.execute_script("return document.readyState === 'complete' && [document.title, location.href]")


def see(driver, title):
    """Waits for a page, and prints it."""
    _, address = wait_for(title, lambda: (page := look_when_loaded(driver)) and page[0] == title and page)
    print(json.dumps({"title": title, "address": address}), flush=True)


def go(step, *arguments):
    """Firefox reports immediately that there's no page. The check of the page works for both browsers."""
    with contextlib.suppress(FirefoxError):
        step(*arguments)


def see_nothing(driver):
    """Waits for the browser's own error page, which shows that the callback's address doesn't respond."""
    def is_gone():
        title, address = look(driver)
        return address.startswith(("chrome-error:", "about:neterror")) or title == "Problem loading page"
    wait_for("the callback's address to stop responding", is_gone)


def visit(driver, _, url):
    driver.get(url)
    see(driver, SIGNED_IN)


def speculate(driver, site, url):
    guessed = callback(url, code="guessed", state=parameter(url, "state"))
    site.guess(lambda kind: f"{guessed}&guess={kind}")
    driver.get(site.url + "/guess")
    # A request to the other site means that the browser has also requested the callback, which the page lists first.
    wait_for("all guessed requests", lambda: site.guesses.items() <= site.asked.items())
    driver.get(url)
    see(driver, SIGNED_IN)


def launch(driver, site, url):
    site.guess(lambda kind: url)
    driver.get(site.url + "/guess")
    # The page lists the one-time address first, so the browser requested it in every way that this site has recorded.
    wait_for("all guessed requests", lambda: site.guesses.items() <= site.asked.items())
    driver.get(url)
    see(driver, SIGNED_IN)


def tabs(driver, site, url):
    driver.get(callback(url, code="old", state="of-an-older-sign-in"))
    see(driver, REFUSED)
    driver.refresh()
    see(driver, REFUSED)
    driver.new_tab()
    driver.get(site.url + "/start")
    wait_for(START, lambda: look(driver)[0] == START)
    driver.get(url)
    see(driver, SIGNED_IN)
    go(driver.refresh)
    see_nothing(driver)
    go(driver.back)
    wait_for(START, lambda: look(driver)[0] == START)
    go(driver.forward)
    see_nothing(driver)
    driver.new_tab()
    go(driver.get, url)
    see_nothing(driver)


def parameter(url, name):
    return parse_qs(urlsplit(url).query)[name][0]


def callback(url, code, state):
    return f"{parameter(url, 'redirect_uri')}?code={code}&state={state}"


@contextlib.contextmanager
def browser(name):
    if name == "firefox":
        with firefox(DEADLINE) as driver:
            yield driver
    else:
        with profile(DEADLINE) as directory, chromium(directory) as driver:
            driver.new_tab = lambda: driver.switch_to.new_window("tab")
            yield driver


def main():
    scenes = {"visit": visit, "speculate": speculate, "tabs": tabs, "launch": launch}
    if len(sys.argv) != 4 or sys.argv[1] not in ("chromium", "firefox") or sys.argv[2] not in scenes:
        sys.exit("usage: loopback-browser chromium|firefox " + "|".join(scenes) + " URL")
    # A program that Foundation starts inherits blocked signals. The browser would inherit them too, and a signal ends
    # it.
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the browser ends, too
    _, name, scene, url = sys.argv
    site = OtherSite()
    site.guesses = GUESSES[name]
    try:
        with browser(name) as driver:
            scenes[scene](driver, site, url)
    except (Failure, *ERRORS) as failure:
        sys.exit(f"loopback-browser: {failure}")


if __name__ == "__main__":
    main()
