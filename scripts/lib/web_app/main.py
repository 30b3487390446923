"""Runs the web app with its providers, or checks it. See scripts/web-app."""

import argparse
import signal
import sys

import browser_checks
import checks
import fault_checks
import modules
import raw_attacks
from processes import ORIGIN, Processes
from provider import Provider

SERVERS = 3


def serve(processes):
    print(f"\nOpen {ORIGIN}. Your browser doesn't know the authorities of the certificates: {processes.trusted}\n"
          "Sign in as alice with the password alice-password-1. Press Ctrl-C to stop.", flush=True)
    signal.pause()


def check(processes):
    """Returns the number of checks that failed."""
    print("\n== With a browser and the identity servers", flush=True)
    failed = browser_checks.run(processes)
    if processes.database:
        print("\n== With a browser, and processes that are killed", flush=True)
        failed += fault_checks.run(processes)
    provider = Provider()
    try:
        app = processes.start_for_modules(provider)
        print("\n== Modules of the certification", flush=True)
        failed += checks.run(modules.MODULES, provider, app)
        print("\n== Attacks without a browser", flush=True)
        failed += checks.run(raw_attacks.ATTACKS, provider, app)
        failed += checks.run([raw_attacks.pending_sign_ins], provider, app, processes)
    finally:
        provider.stop()
    return failed


def main():
    parser = argparse.ArgumentParser(prog="web-app")
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the processes end, too
    try:
        with Processes() as processes:
            if options.postgres:
                processes.start_database()
            processes.start(SERVERS if options.postgres else 1)
            if not options.check:
                serve(processes)
            if failed := check(processes):
                sys.exit(f"web-app: {failed} checks failed")
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
