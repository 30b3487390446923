"""What the clients have done, and whether a run proves anything."""

import time

# The longest time without a request of any client in seconds.
STALL = 30


class Progress:
    def __init__(self):
        self.requests = 0
        # The number that the clients count. It includes failures before they report each one.
        self.failures = 0
        self.latest_request, self.longest_stall = time.monotonic(), 0

    def note(self, requests, failures, now):
        """Notes how many requests the clients have made, and how many of these have failed."""
        if requests > self.requests:
            self.latest_request = now
        self.requests, self.failures = requests, failures
        self.longest_stall = max(self.longest_stall, now - self.latest_request)

    def errors(self, refreshes, expected):
        if self.failures:
            yield f"{self.failures} requests of clients failed"
        if refreshes < expected:
            yield f"the clients refreshed {refreshes} tokens; in this time, they need at least {expected:.0f}"
        if self.longest_stall > STALL:
            yield f"no client made a request for {self.longest_stall:.0f} seconds; the limit is {STALL}"


def self_test():
    progress = Progress()
    start = progress.latest_request
    for requests, seconds in [(5, 10), (5, 35), (6, 45)]:
        progress.note(requests, 0, start + seconds)
    assert not list(progress.errors(2000, 1000))
    assert len(list(progress.errors(999, 1000))) == 1
    progress.note(6, 1, start + 80)
    assert len(list(progress.errors(2000, 1000))) == 2
