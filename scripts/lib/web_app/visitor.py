"""A user with a real browser, who signs in on the identity servers' own pages."""

import contextlib
import json
import pathlib
import sys
import tempfile
import time
from urllib.parse import urlsplit

from checks import Failed
from processes import ORIGIN

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "headless-browser"))
import chromium  # noqa: E402
import drive  # noqa: E402

# The page after a sign-in that the app rejected.
FAILED = "The request failed"


class Login(drive.Visit):
    """Presses the buttons of the identity server's pages until the browser shows a page of the app."""

    passwords = 0

    def is_over(self, page):
        return page["url"].startswith(ORIGIN + "/") and page["ready"]

    def act(self, page):
        if page["quiet"] and page["password"] and not page["password"].get_property("value"):
            self.passwords += 1
        if self.buttons is not drive.LEAVE:
            # A server that asks again also offers to continue with the old session.
            self.buttons = ["ok", *drive.ENTER] if page["password"] else drive.ENTER
        super().act(page)

    def pages(self):
        page, end = None, time.monotonic() + 120
        while time.monotonic() < end:
            with contextlib.suppress(drive.WebDriverException):
                page = self.driver.execute_script(drive.LOOK)
                if self.arrived(page):
                    return
                self.act(page)
                self.reload_if_stuck()
            time.sleep(0.05)
        raise Failed(f"the browser returns to the app, but it's at {self.last_url}: {drive.page_text(page) if page else ''}")


class Visitor:
    def __init__(self, driver, name):
        self.driver, self.name = driver, name
        self.passwords = 0  # how often a server asked for one
        driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": drive.WATCH})
        driver.execute_cdp_cmd("Network.enable", {})

    def open(self, path, leaves=False):
        """Opens a page, and goes through the pages of an identity server until it's back at the app."""
        return self.arrive(lambda: self.driver.get(path if "://" in path else ORIGIN + path), leaves)

    def press(self, label, leaves=False):
        """Presses a link or a button of the app's page. `leaves` is whether the pages are those of a sign-out."""
        script = """const found = [...document.querySelectorAll('a, button')].find(e => e.innerText === arguments[0]);
                    if (!found) return false; found.click(); return true;"""

        def press():
            if not self.driver.execute_script(script, label):
                raise Failed(f"the page has '{label}': {self.text()}")

        return self.arrive(press, leaves)

    def arrive(self, act, leaves):
        self.driver.execute_script("window.__old = true")
        act()
        end = time.monotonic() + 60
        # The old page is there until the new one has begun.
        while self.is_old() and time.monotonic() < end:
            time.sleep(0.02)
        drive.FIELDS.update(username=self.name, password=self.name + "-password-1")
        login = Login(self.driver, ORIGIN + ("/logout" if leaves else "/"))
        login.pages()
        self.passwords += login.passwords
        return self.text()

    def is_old(self):
        try:
            return self.driver.execute_script("return window.__old === true || location.href === 'about:blank'")
        except drive.WebDriverException:
            return True

    def text(self):
        return self.driver.execute_script("return document.body ? document.body.innerText : ''")

    @property
    def path(self):
        return self.driver.current_url.removeprefix(ORIGIN)

    def cookies(self):
        """The cookies that the browser would send to the app, also those that scripts can't read."""
        found = self.driver.execute_cdp_cmd("Network.getCookies", {"urls": [ORIGIN + "/"]})["cookies"]
        return {cookie["name"]: cookie["value"] for cookie in found}

    def responses(self):
        """The paths and the statuses of the app's responses since the last call, also those that no page shows."""
        found = []
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            received = message["method"] == "Network.responseReceived"
            response = message["params"].get("response" if received else "redirectResponse")
            if response and response["url"].startswith(ORIGIN):
                found.append((urlsplit(response["url"]).path, response["status"]))
        return found

    def visit(self, url, count=1):
        """Opens a page of another site, and returns the app's responses to the requests that it causes, of which there are at
        least `count`."""
        self.responses()
        self.driver.get(url)
        found, end = [], time.monotonic() + 10
        while len(found) < count and time.monotonic() < end:
            time.sleep(0.05)
            found += self.responses()
        return found

    def set_cookie(self, name, value):
        self.driver.execute_cdp_cmd("Network.setCookie", {
            "name": name, "value": value, "url": ORIGIN + "/", "path": "/", "secure": True, "httpOnly": True})

    def forget(self):
        """Removes all cookies, also those of the identity servers."""
        self.driver.execute_cdp_cmd("Network.clearBrowserCookies", {})


@contextlib.contextmanager
def visitor(name):
    with tempfile.TemporaryDirectory(prefix="web-app-browser-", ignore_cleanup_errors=True) as folder:
        with chromium.chromium(folder, logs_requests=True) as driver:
            yield Visitor(driver, name)
