"""Measures sign-in and sessions on a desktop: the browser's callback, the keyring, and `authctl token`."""

import json
import os
import shutil
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import runtime
from generation import ROOT, run

TOOLS = {"dbus-run-session": "dbus-daemon", "gnome-keyring-daemon": "gnome-keyring", "secret-tool": "libsecret-tools"}
ROUNDS = 50


def check_tools():
    missing = [package for tool, package in TOOLS.items() if not shutil.which(tool)]
    if missing:
        raise SystemExit(f"bench: install the Debian packages {' '.join(missing)}")


def measure():
    """Name → (value, reference's name, reference's value)."""
    check_tools()
    program = runtime.program()
    callback = json.loads(run(program, "callback").stdout)["native.loopback.ms"]
    waiting = statistics.median(float(run(program, "waiting").stdout) for _ in range(5))
    return {
        "native.loopback.ms": (callback["value"], callback["reference"], callback["referenceValue"]),
        "native.waiting.mb": (waiting, "one sign-in", 1),
    } | secrets(program, command())


def command():
    """Builds `authctl` in the release configuration."""
    build = ["swift", "build", "-c", "release", "--product", "authctl", "--scratch-path", ROOT / ".build/bench-authctl"]
    run(*build)
    return f"{run(*build, '--show-bin-path').stdout.strip()}/authctl"


def secrets(program, authctl):
    """Measures the keyring with the runtime, `secret-tool`, and `authctl`, on a separate session bus."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        for name in ("data", "config", "cache", "run"):
            (home / name).mkdir(mode=0o700)
        world = os.environ | {
            "HOME": folder, "XDG_DATA_HOME": f"{home}/data", "XDG_CONFIG_HOME": f"{home}/config",
            "XDG_CACHE_HOME": f"{home}/cache", "XDG_RUNTIME_DIR": f"{home}/run", "AUTHCTL_CONFIG": f"{home}/config"}
        script = Path(__file__).with_name("in-keyring.sh")
        command = ["dbus-run-session", "--", script, "python3", __file__, program, authctl]
        found = json.loads(subprocess.run(command, env=world, check=True, capture_output=True, text=True).stdout)
    return {
        "secrets.store.ms": (found["store"], "secret-tool store, ms", found["tool_store"]),
        "secrets.lookup.ms": (found["lookup"], "secret-tool lookup, ms", found["tool_lookup"]),
        "secrets.store.ratio": (found["store"] / found["tool_store"], "secret-tool store, ms", found["tool_store"]),
        "native.token.ms": (found["token"], "authctl --help, ms", found["help"]),
        "secrets.lookup.ratio": (found["lookup"] / found["tool_lookup"], "secret-tool lookup, ms", found["tool_lookup"]),
    }


def in_keyring(program, authctl):
    """Takes the measurements that need a keyring. The time of a command includes the start of its process."""
    found = json.loads(run(program, "secrets").stdout)
    attributes, secret = ["bench", "token"], "a" * 4096
    found["tool_store"] = median(["secret-tool", "store", "--label=bench", *attributes], secret)
    found["tool_lookup"] = median(["secret-tool", "lookup", *attributes])
    found["token"], found["help"] = token(program, authctl), median([authctl, "--help"])
    print(json.dumps(found))


def token(program, authctl):
    """Returns the milliseconds of `authctl token`, with the session in the keyring."""
    issuer, client = run(program, "keep").stdout.split()
    profiles = Path(os.environ["AUTHCTL_CONFIG"]) / "profiles.json"
    profiles.write_text(json.dumps({"version": 1, "profiles": {"bench": {"issuer": issuer, "client_id": client}}}))
    profiles.chmod(0o600)
    return median([authctl, "token", "bench"])


def median(command, text=None):
    samples = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        subprocess.run(command, input=text, check=True, capture_output=True, text=True)
        samples.append((time.perf_counter() - start) * 1000)
    return statistics.median(samples)


if __name__ == "__main__":
    import sys

    in_keyring(*sys.argv[1:])
