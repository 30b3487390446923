"""A headless Chromium that trusts only private CAs that it's given, never connects to another machine, and can keep its profile."""

import base64
import contextlib
import fcntl
import hashlib
import os
import pathlib
import shutil
import subprocess
import tempfile
import time

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.chrome.service import Service

ENV = os.environ
SWITCHES = [
    "--headless=new", "--window-size=1000,1400", "--lang=en", "--no-first-run", "--disable-gpu",
    "--disable-dev-shm-usage", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--no-proxy-server", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1",
]


class Failure(Exception):
    pass


@contextlib.contextmanager
def profile(deadline):
    """The profile directory. Only one Chromium at a time can use it."""
    if not ENV.get("BROWSER_PROFILE"):
        directory = tempfile.mkdtemp(prefix="headless-browser-")
        try:
            yield directory
        finally:
            shutil.rmtree(directory, ignore_errors=True)
        return
    directory = pathlib.Path(ENV["BROWSER_PROFILE"]).absolute()
    directory.mkdir(parents=True, exist_ok=True)
    with open(directory / "in-use.lock", "w") as lock:
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > deadline:
                    raise Failure(f"another browser is using the profile {directory}")
                time.sleep(0.1)
        yield str(directory)


def key_pin(certificate):
    """The SHA-256 of the certificate's public key, in the form that Chromium requires."""
    key = subprocess.run(["openssl", "x509", "-in", certificate, "-noout", "-pubkey"], check=True, capture_output=True)
    der = subprocess.run(["openssl", "pkey", "-pubin", "-outform", "DER"], input=key.stdout, check=True, capture_output=True)
    return base64.b64encode(hashlib.sha256(der.stdout).digest()).decode()


@contextlib.contextmanager
def chromium(profile_directory, origin=None, logs_requests=False):
    """The scheme in BROWSER_SCHEME, which the origin may open without a prompt."""
    ENV["NO_PROXY"] = ENV["no_proxy"] = "localhost,127.0.0.1"  # selenium talks to its driver over HTTP
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    options.page_load_strategy = "none"  # a login page may never finish loading, so LOOK checks the page itself
    for switch in [*SWITCHES, f"--user-data-dir={profile_directory}"]:
        options.add_argument(switch)
    if ENV.get("BROWSER_SCHEME"):
        allowed = {"allowed_origin_protocol_pairs": {origin: {ENV["BROWSER_SCHEME"]: True}}}
        options.add_experimental_option("prefs", {"protocol_handler": allowed})
    if logs_requests:
        options.set_capability("goog:loggingPrefs", {"performance": "ALL"})
    if os.geteuid() == 0:
        options.add_argument("--no-sandbox")  # Chromium doesn't run as root otherwise
    if ENV.get("BROWSER_TRUST_ROOT"):
        pins = ",".join(key_pin(file) for file in ENV["BROWSER_TRUST_ROOT"].split(":"))
        options.add_argument("--ignore-certificate-errors-spki-list=" + pins)
    driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
    try:
        yield driver
    finally:
        with contextlib.suppress(WebDriverException):
            driver.execute_cdp_cmd("Browser.close", {})  # a normal exit, which writes the cookies to disk
        driver.quit()
