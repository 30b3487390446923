"""A headless Firefox that never connects to another machine, controlled by its built-in protocol (Marionette), because
Debian has no driver for it."""

import contextlib
import json
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time

# Firefox writes its port into a file of the profile.
PREFERENCES = {
    "marionette.port": 0, "app.update.enabled": False, "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False, "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False, "network.proxy.type": 0,
    "services.settings.server": "", "toolkit.telemetry.enabled": False, "browser.safebrowsing.update.enabled": False,
    "browser.startup.page": 0, "extensions.update.enabled": False,
}


class FirefoxError(Exception):
    pass


class Firefox:
    """The required part of Selenium's driver, with the same names."""

    def __init__(self, connection):
        self.connection = connection
        self.number = 0
        self.receive()  # the greeting
        self.send("WebDriver:NewSession", {"capabilities": {"alwaysMatch": {"pageLoadStrategy": "none"}}})

    def send(self, command, parameters=None):
        self.number += 1
        message = json.dumps([0, self.number, command, parameters or {}]).encode()
        self.connection.sendall(b"%d:%b" % (len(message), message))
        _, _, error, value = self.receive()
        if error:
            raise FirefoxError(f"{error['error']}: {error['message']}")
        return value.get("value") if isinstance(value, dict) and "value" in value else value

    def receive(self):
        length = b""
        while not length.endswith(b":"):
            length += self.exactly(1)
        return json.loads(self.exactly(int(length[:-1])))

    def exactly(self, count):
        data = b""
        while len(data) < count:
            more = self.connection.recv(count - len(data))
            if not more:
                raise FirefoxError("Firefox has exited")
            data += more
        return data

    def get(self, url):
        self.send("WebDriver:Navigate", {"url": url})

    def execute_script(self, script):
        return self.send("WebDriver:ExecuteScript", {"script": script, "args": []})

    def back(self):
        self.send("WebDriver:Back")

    def forward(self):
        self.send("WebDriver:Forward")

    def refresh(self):
        self.send("WebDriver:Refresh")

    def new_tab(self):
        self.switch_to(self.send("WebDriver:NewWindow", {"type": "tab"})["handle"])

    def switch_to(self, handle):
        self.send("WebDriver:SwitchToWindow", {"handle": handle})

    @property
    def tabs(self):
        return self.send("WebDriver:GetWindowHandles")


def connected(folder, process, deadline):
    port = pathlib.Path(folder) / "MarionetteActivePort"
    while time.monotonic() < deadline and process.poll() is None:
        with contextlib.suppress(OSError, ValueError):
            return socket.create_connection(("127.0.0.1", int(port.read_text())), timeout=60)
        time.sleep(0.05)
    raise FirefoxError("Firefox didn't start")


@contextlib.contextmanager
def firefox(deadline):
    folder = tempfile.mkdtemp(prefix="headless-firefox-")
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()]
    (pathlib.Path(folder) / "user.js").write_text("\n".join(lines))
    # Its home is the profile's folder, so it never reads or writes the user's files.
    environment = {**os.environ, "HOME": folder, "MOZ_CRASHREPORTER_DISABLE": "1"}
    process = subprocess.Popen(
        [shutil.which("firefox-esr"), "--headless", "--no-remote", "--marionette", "--profile", folder],
        env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        with connected(folder, process, deadline) as connection:
            yield Firefox(connection)
    finally:
        process.terminate()
        process.wait()
        shutil.rmtree(folder, ignore_errors=True)
