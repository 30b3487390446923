"""Checks that the judge finds planted errors, and accepts what the servers may do."""

import pathlib
import tempfile

import judge

LIFETIME = 5
# Each session starts at this time, and its token is renewed twice.
START = 1000.0
LOST = "ended, a response was lost"


class Session:
    """The lines of the provider's log about one session, and the visits of its user."""

    def __init__(self):
        self.lines, self.visits = [], []
        self.number = 0
        self.issue(START, "code")

    def issue(self, stamp, old):
        self.lines.append(f"{stamp} issued {old} refresh-{self.number} access-{self.number}")

    def send(self, stamp, number):
        """The token endpoint receives a refresh token."""
        self.lines.append(f"{stamp} request refresh-{number}")

    def refresh(self, stamp):
        self.send(stamp, self.number)
        self.number += 1
        self.issue(stamp, f"refresh-{self.number - 1}")

    def use(self, stamp, start=None):
        """A server uses the newest token. The last attempt starts just before, or at another time."""
        self.visits.append(judge.Visit("user", stamp, 200, f"access-{self.number}", start or stamp - 0.1))

    def end(self, stamp, body):
        self.visits.append(judge.Visit("user", stamp, 401, body, stamp - 0.1))

    def judge(self, kills=()):
        with tempfile.TemporaryDirectory(prefix="auth-web-sessions-") as folder:
            log = pathlib.Path(folder) / "provider.log"
            log.write_text("".join(f"{line}\n" for line in self.lines))
            errors, _ = judge.judge(log, self.visits, list(kills), LIFETIME)
        return errors


def used():
    """A session that is used and renewed as it should be."""
    session = Session()
    session.use(START + 1)
    for stamp in (START + 4.5, START + 9):
        session.refresh(stamp)
        session.use(stamp + 1)
    return session


def lost(*bodies):
    """A server exchanges the token, and ends before it stores the new one. Another server sends the old token again."""
    session = used()
    session.refresh(START + 13.5)
    session.send(START + 15, 2)
    for body in bodies:
        session.end(START + 15, body)
    return session


def resent(stamp):
    """The new token is stored and used before a server sends the old one."""
    session = used()
    session.send(stamp, 1)
    session.end(START + 13.5, judge.NOTHING_LOST)
    return session


def hurried():
    session = used()
    session.refresh(START + 10)
    session.use(START + 10.5)
    return session


def expired(stamp, start=None):
    """A server returns the token that was issued at nine seconds, although it has expired."""
    session = used()
    session.use(stamp, start)
    return session


KILL, PAUSE = (START + 13, START + 14, "server"), (START + 8, START + 12, "pause")
# The session, the kills, and a part of the expected error, or `None` if there must be none.
CASES = {
    "a session that is used": (used(), [], None),
    "a second refresh within a token's life": (hurried(), [], "two refreshes within"),
    "an expired token": (expired(START + 44), [], "the token is 34.90 s old"),
    "an expired token, after kills": (expired(START + 44), [KILL], "the token is 34.90 s old"),
    "an expired token, soon after its expiry": (expired(START + 16.5), [], "the token is 7.40 s old"),
    "a token that a suspended server received": (expired(START + 17), [PAUSE], None),
    "a response that took long": (expired(START + 44, start=START + 13), [], None),
    "a lost response": (lost(LOST, "none"), [KILL], None),
    "a lost response whose report was lost, too": (lost("not signed in", "none"), [KILL], None),
    "a lost response without a kill": (lost(LOST), [], "nothing was killed"),
    "a lost response that the server denies": (lost(judge.NOTHING_LOST), [KILL], "reports that nothing was lost"),
    "a denial after other visits": (lost("none", judge.NOTHING_LOST), [KILL], "reports that nothing was lost"),
    "a token that a suspended server sent again": (resent(START + 12), [PAUSE], None),
    "a token that a server sent again": (resent(START + 12), [KILL], "its last tokens were in use"),
}


def main():
    """Returns the exit code."""
    wrong = 0
    for name, (session, kills, expected) in CASES.items():
        errors = session.judge(kills)
        found = any(expected in error for error in errors) if expected else not errors
        if not found:
            print(f"web-sessions: {name}: expected {expected or 'no error'}, found {errors}")
            wrong += 1
    if not wrong:
        print(f"web-sessions: the judge is right in {len(CASES)} cases")
    return 1 if wrong else 0
