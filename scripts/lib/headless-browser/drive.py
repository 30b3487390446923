"""Drives headless Chromium through an identity server's login pages. See scripts/headless-browser for its usage."""

import json
import os
import pathlib
import re
import signal
import sys
import time
from urllib.parse import urlsplit

from selenium.common.exceptions import WebDriverException

from chromium import Failure, chromium, profile

HERE = pathlib.Path(__file__).parent
WATCH = (HERE / "watch.js").read_text()
LOOK = (HERE / "look.js").read_text()
ENV = os.environ
FIELDS = {"username": ENV.get("BROWSER_USERNAME", "alice"), "password": ENV.get("BROWSER_PASSWORD", "alice-password-1")}
DEADLINE = time.monotonic() + float(ENV.get("BROWSER_TIMEOUT", "240"))

# In order of preference. Consent pages also offer a way out, so the start decides which list applies.
ENTER = ["grant", "allow", "accept", "authorize", "continue", "connect", "log in", "login", "sign in", "confirm",
         "verify", "yes", "next", "ok"]
LEAVE = ["log out", "logout", "sign out", "disconnect", "confirm", "yes", "continue", "ok"]


def without_query(url):
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}{parts.path}"


def origin(url):
    return urlsplit(url)[:2]


def is_launch(url):
    """Whether the URL is a sign-in's one-time address, which redirects to the provider's page."""
    return re.fullmatch(r"http://127\.0\.0\.1:\d+/[\w-]{43}", url) is not None


def redirected(log, url):
    """The URL that a URL redirected to, from the browser's log of requests."""
    for entry in log:
        message = json.loads(entry["message"])["message"]
        parameters = message["params"]
        if message["method"] == "Network.requestWillBeSent" and parameters.get("redirectResponse", {}).get("url") == url:
            return parameters["request"]["url"]
    return None


def note(line):
    if ENV.get("BROWSER_LOG"):
        with open(ENV["BROWSER_LOG"], "a") as log:
            log.write(line + "\n")


class Visit:
    def __init__(self, driver, start):
        self.driver = driver
        self.begin(start)
        self.last_url = None
        self.last_press = None
        self.last_step = time.monotonic()
        self.patience = 5  # seconds without progress before a reload
        self.pictures = 0

    def begin(self, start):
        self.start = start
        self.buttons = LEAVE if re.search("logout|end_session|sign-?out", urlsplit(start).path) else ENTER

    def follow_launch(self):
        """The visit starts at the target of a one-time address."""
        if is_launch(self.start):
            start = redirected(self.driver.get_log("performance"), self.start)
            if start:
                self.begin(start)

    def go(self):
        self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
        self.driver.get(self.start)
        page = None
        while time.monotonic() < DEADLINE:
            try:
                self.follow_launch()
                page = self.driver.execute_script(LOOK)
                if self.arrived(page):
                    return
                self.act(page)
                self.reload_if_stuck()
            except WebDriverException:
                pass  # the page changed during the check, so check again
            time.sleep(0.05)
        raise Failure(f"gave up at {self.last_url or without_query(self.start)}: {page_text(page) if page else 'no page'}")

    def arrived(self, page):
        if page["url"].startswith("chrome-error:"):
            raise Failure(f"a page did not load after {self.last_url or without_query(self.start)}: {page_text(page)}")
        if without_query(page["url"]) != self.last_url:
            self.last_url, self.last_press = without_query(page["url"]), None
            self.last_step = time.monotonic()
            note(self.last_url)
        if self.is_over(page):
            self.photograph()
            if ENV.get("BROWSER_APP"):
                print(page["text"])
            return True
        return False

    def is_over(self, page):
        if ENV.get("BROWSER_UNTIL"):  # opening an app doesn't change the page
            return os.path.exists(ENV["BROWSER_UNTIL"])
        if ENV.get("BROWSER_APP"):
            return page["url"].startswith(ENV["BROWSER_APP"] + "/") and page["ready"]
        if is_launch(self.start):
            return False
        application = page["url"].startswith("http://127.0.0.1:") and origin(page["url"]) != origin(self.start)
        return application and page["ready"]

    def act(self, page):
        """Performs one kind of step. The next check of the page shows its result."""
        if not page["quiet"]:
            return
        empty = [name for name in FIELDS if page[name] and page[name].get_property("value") != FIELDS[name]]
        if empty or page["boxes"]:
            self.last_press = None
            self.last_step = time.monotonic()
        for name in empty:
            page[name].clear()
            page[name].send_keys(FIELDS[name])
        for box in page["boxes"]:
            box.click()
        if empty or page["boxes"]:
            return
        if page["consent"] and not any("grant" in text.lower() for text, _ in page["buttons"]):
            self.driver.execute_script("arguments[0].click()", page["consent"])  # the button is in a closed menu
            return
        self.press(page["buttons"])

    def press(self, buttons):
        for wanted in self.buttons:
            for text, button in buttons:
                if re.search(rf"\b{wanted}\b", text, re.IGNORECASE):
                    return self.press_once(text, button)

    def press_once(self, text, button):
        """A page that still shows the pressed button is processing the click. Press it again only after a while."""
        if self.last_press and self.last_press[0] == text and time.monotonic() - self.last_press[1] < self.patience:
            return
        self.photograph()
        button.click()
        self.last_press = (text, time.monotonic())
        self.last_step = time.monotonic()
        note(f"pressed [{text}]")

    def reload_if_stuck(self):
        """Reloads the page if a script didn't load, which happens in about one of a hundred logins. On a busy machine,
        a page may also only be slow, so the next reload takes twice as long."""
        if time.monotonic() - self.last_step > self.patience:
            self.last_step = time.monotonic()
            self.patience *= 2
            note("reloaded")
            self.driver.refresh()

    def photograph(self):
        if ENV.get("BROWSER_SCREENSHOTS"):
            self.pictures += 1
            directory = pathlib.Path(ENV["BROWSER_SCREENSHOTS"])
            directory.mkdir(parents=True, exist_ok=True)
            self.driver.save_screenshot(str(directory / f"{self.pictures:02d}.png"))


def page_text(page):
    """The page's text on one line, without strings that look like a code or a token."""
    return re.sub(r"[\w.~+/=-]{24,}", "…", " ".join(page["text"].split()))[:300]


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: headless-browser URL")
    # A program that Foundation starts inherits blocked signals.
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that Chromium ends, too
    try:
        with profile(DEADLINE) as directory, chromium(
                directory, "://".join(origin(sys.argv[1])), logs_requests=is_launch(sys.argv[1])) as driver:
            Visit(driver, sys.argv[1]).go()
    except Failure as failure:
        sys.exit(f"headless-browser: {failure}")
    except WebDriverException as error:
        sys.exit("headless-browser: " + re.sub(r"\?\S*", "", (error.msg or type(error).__name__).splitlines()[0]))


if __name__ == "__main__":
    main()
