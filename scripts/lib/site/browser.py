"""Controls a headless Chromium over a pipe, with the DevTools protocol. Needs no package."""

import contextlib
import json
import os
import queue
import shutil
import subprocess
import tempfile
import threading

SWITCHES = [
    "--headless=new", "--window-size=1440,1000", "--lang=en", "--no-first-run", "--disable-gpu", "--hide-scrollbars",
    "--disable-dev-shm-usage", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--no-proxy-server", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
    "--disable-background-timer-throttling", "--disable-renderer-backgrounding",
    "--disable-backgrounding-occluded-windows", "--remote-debugging-pipe",
]
PATIENCE = 300


class Failure(Exception):
    pass


class Browser:
    """Messages end with a zero byte. A response has the number of its call, and an event has the session of its tab."""

    def __init__(self, to_browser, from_browser):
        self.to_browser, self.from_browser = to_browser, from_browser
        self.lock = threading.Lock()
        self.last = 0
        self.answers = {}
        self.listeners = {}
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        rest = b""
        while chunk := self.from_browser.read(1 << 16):
            *messages, rest = (rest + chunk).split(b"\0")
            for message in map(json.loads, messages):
                if "id" in message:
                    self.answers.pop(message["id"]).put(message)
                elif listener := self.listeners.get(message.get("sessionId")):
                    listener(message["method"], message["params"])
        for waiting in list(self.answers.values()):
            waiting.put({"error": {"message": "the browser ended"}})

    def call(self, method, session=None, **parameters):
        answer = queue.SimpleQueue()
        with self.lock:
            self.last += 1
            self.answers[self.last] = answer
            message = {"id": self.last, "method": method, "params": parameters}
            if session:
                message["sessionId"] = session
            self.to_browser.write(json.dumps(message).encode() + b"\0")
            self.to_browser.flush()
        try:
            found = answer.get(timeout=PATIENCE)
        except queue.Empty:
            raise Failure(f"the browser did not respond to {method}") from None
        if "error" in found:
            raise Failure(f"{method}: {found['error']['message']}")
        return found["result"]


class Tab:
    """One page of the browser. `complaints` lists its console errors and failed requests."""

    def __init__(self, browser):
        self.browser = browser
        self.complaints = []
        self.urls = {}
        # Each in its own window: animation frames stop in a hidden tab.
        target = browser.call("Target.createTarget", url="about:blank", newWindow=True)["targetId"]
        self.session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        browser.listeners[self.session] = self.hear
        for domain in ["Page", "Network", "Log", "Runtime"]:
            self.call(f"{domain}.enable")

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def hear(self, method, event):
        if method == "Network.requestWillBeSent":
            self.urls[event["requestId"]] = event["request"]["url"]
        elif method == "Network.responseReceived" and event["response"]["status"] >= 400:
            self.complaints.append(f"{event['response']['url']} has the status {event['response']['status']}")
        elif method == "Network.loadingFailed" and not event.get("canceled"):
            self.complaints.append(f"{self.urls.get(event['requestId'])} could not be loaded: {event['errorText']}")
        elif method == "Runtime.exceptionThrown":
            detail = event["exceptionDetails"]
            self.complaints.append(f"exception: {detail.get('exception', {}).get('description', detail['text'])}")
        elif method == "Runtime.consoleAPICalled" and event["type"] in ("error", "assert"):
            words = [str(one.get("value", one.get("description", ""))) for one in event["args"]]
            self.complaints.append(f"console: {' '.join(words)}")
        # Failed requests are listed above.
        elif method == "Log.entryAdded" and event["entry"]["level"] == "error" and event["entry"]["source"] != "network":
            self.complaints.append(f"console: {event['entry']['text']}")

    def open(self, url):
        self.complaints.clear()
        self.urls.clear()
        self.call("Page.navigate", url=url)

    def run(self, script, *arguments):
        """The value of a JavaScript function, or of its promise."""
        call = f"({script})({', '.join(json.dumps(one) for one in arguments)})"
        found = self.call("Runtime.evaluate", expression=call, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in found:
            raise Failure(found["exceptionDetails"].get("exception", {}).get("description", "a script failed"))
        return found["result"].get("value")


@contextlib.contextmanager
def chromium():
    """The browser, until the block ends. Chromium reads from its descriptor 3 and writes to 4."""
    profile = tempfile.mkdtemp(prefix="check-site-")
    read_by_it, written_here = os.pipe()
    read_here, written_by_it = os.pipe()
    switches = [*SWITCHES, f"--user-data-dir={profile}"]
    if os.geteuid() == 0:
        switches.append("--no-sandbox")  # Without it, Chromium does not run as root.
    program = shutil.which("chromium") or shutil.which("google-chrome")
    if program is None:
        raise Failure("chromium is missing; install it with scripts/lib/install-test-tools")
    shell = f'exec "$0" "$@" 3<&{read_by_it} 4>&{written_by_it}'
    process = subprocess.Popen(
        ["bash", "-c", shell, program, *switches], pass_fds=[read_by_it, written_by_it], stderr=subprocess.DEVNULL)
    os.close(read_by_it)
    os.close(written_by_it)
    browser = Browser(os.fdopen(written_here, "wb"), os.fdopen(read_here, "rb", buffering=0))
    try:
        yield browser
    finally:
        with contextlib.suppress(Failure, OSError):
            browser.call("Browser.close")
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        shutil.rmtree(profile, ignore_errors=True)
