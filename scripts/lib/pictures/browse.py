"""Signs in like scripts/headless-browser, and takes pictures of the pages in a frame with their address."""
import base64
import os
import pathlib
import signal
import sys

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "headless-browser")]
from chromium import Failure, chromium, profile  # noqa: E402
from drive import DEADLINE, LOOK, Visit, is_launch, origin, without_query  # noqa: E402
from pictures.terminal import stable  # noqa: E402

FOLDER = pathlib.Path(os.environ["PICTURES"])
WIDTH, SCALE = 360, 2
FRAME = (HERE / "frame.js").read_text()
# The one-time path of the callback differs in every run. A caret blinks, and the ring around a field fades.
SETTLE = r"""
document.head.insertAdjacentHTML('beforeend', '<style>* { transition: none !important; }</style>');
document.activeElement?.blur();
for (const badge of document.querySelectorAll('.badge'))
  badge.textContent = badge.textContent.replace(/:876\d\/callback\/[0-9a-f]{32}/, ':8765/callback/…');
// A page with two rows of buttons at its end is cut below the first.
const end = document.querySelector('.card-footer hr')?.getBoundingClientRect().top
  ?? document.querySelector('.card')?.getBoundingClientRect().bottom + 18;
return end || arguments[0];
"""


class PicturedVisit(Visit):
    def photograph(self):
        page = self.driver.execute_script(LOOK)
        if page["url"].startswith("http://127.0.0.1:876"):
            self.take("signed-in-page", page, height=190)
        elif page["password"]:
            self.take("sign-in-page", page)
        elif any("Grant" in text for text, _ in page["buttons"]):
            self.take("consent-page", page)

    def take(self, name, page, height=0):
        """Takes a light and a dark picture of the page."""
        height = self.driver.execute_script(SETTLE, height)
        for scheme in ("light", "dark"):
            self.emulate(height, scheme)
            self.darken(scheme == "dark")
            picture = self.framed(self.screenshot(), page["url"], scheme)
            suffix = "~dark" if scheme == "dark" else ""
            (FOLDER / f"{name}{suffix}@2x.png").write_bytes(base64.b64decode(picture))
        self.darken(False)
        self.emulate()

    def darken(self, enabled):
        """Lets Chromium darken pages without a dark version, such as the identity server's. It leaves other pages as they are."""
        self.driver.execute_cdp_cmd("Emulation.setAutoDarkModeOverride", {"enabled": enabled})

    def emulate(self, height=700, scheme="light"):
        self.driver.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": True})
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": WIDTH, "height": round(height), "deviceScaleFactor": SCALE, "mobile": False})
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": scheme}]})

    def screenshot(self, **options):
        return self.driver.execute_cdp_cmd("Page.captureScreenshot", options)["data"]

    def framed(self, picture, url, scheme):
        """The picture below an address bar, made in another tab."""
        address = stable(without_query(url), os.environ["PICTURES_PORT"]).removeprefix("http://")
        window = self.driver.current_window_handle
        self.driver.switch_to.new_window("tab")
        self.emulate(height=100, scheme=scheme)
        self.driver.execute_cdp_cmd("Emulation.setDefaultBackgroundColorOverride", {"color": {"r": 0, "g": 0, "b": 0, "a": 0}})
        area = self.driver.execute_async_script(FRAME, picture, address, WIDTH, scheme == "dark")
        framed = self.screenshot(clip={**area, "scale": 1}, captureBeyondViewport=True)
        self.driver.close()
        self.driver.switch_to.window(window)
        return framed


def main():
    signal.pthread_sigmask(signal.SIG_SETMASK, [])  # a program that Foundation starts inherits blocked signals
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    url = sys.argv[1]
    try:
        with profile(DEADLINE) as directory, chromium(
                directory, "://".join(origin(url)), logs_requests=is_launch(url)) as driver:
            visit = PicturedVisit(driver, url)
            visit.emulate()
            visit.go()
    except Failure as failure:
        sys.exit(f"take-pictures: {failure}")


if __name__ == "__main__":
    main()
