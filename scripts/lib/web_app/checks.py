"""Runs checks one after the other, and reports those that fail."""

import time


class Failed(Exception):
    pass


def expect(condition, text):
    """`text` states what has to be true."""
    if not condition:
        raise Failed(text)


def run(checks, *arguments):
    """Returns the number of checks that failed."""
    failed = 0
    for check in checks:
        start = time.monotonic()
        try:
            check(*arguments)
            result = "✓"
        except Failed as failure:
            failed += 1
            result = f"✗ expected: {failure}"
        except Exception as error:  # the next check may still work
            failed += 1
            result = f"✗ {error!r}"
        print(f"  {check.__name__.replace('_', ' ')} {result} ({time.monotonic() - start:.1f} s)", flush=True)
    return failed
