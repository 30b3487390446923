"""Compares the responses of the servers with the log of the provider."""

from collections import defaultdict
from typing import NamedTuple, Optional

# The runtime renews a token when a fifth of its life is left. The clocks of the processes are the same, but a request is
# logged some time after its decision.
EARLIEST = 0.8
SLACK = 0.3
# The longest time between the provider's log entry for a token and the server's receipt of the token, on a busy machine. For
# the server, the token's life starts at the receipt.
DELAY = 2
# The response of a server whose refresh token was rejected, although no response to an earlier refresh was lost. If the
# session isn't in the database anymore, the response is different.
NOTHING_LOST = "ended, nothing was lost"


class Visit(NamedTuple):
    """A request of a user. Times are in seconds since 1970."""

    user: object
    # When the response arrived.
    time: float
    status: int
    body: str
    # When the last attempt was sent, if the age of its token matters.
    start: Optional[float] = None


class Family:
    """The refresh tokens of one sign-in, in order."""

    def __init__(self):
        self.issued = []  # (time, access token)
        self.repeated = []  # times of requests with a token that was already exchanged


def read(log):
    """Returns the families, and the family of each access token."""
    families, of_refresh, of_access = [], {}, {}
    exchanged = set()
    for line in log.read_text().splitlines():
        stamp, kind, old, *new = line.split(" ")
        if kind == "request":
            if old in exchanged and old in of_refresh:
                of_refresh[old].repeated.append(float(stamp))
            continue
        refresh, access = new
        family = Family() if old == "code" else of_refresh[old]
        if old == "code":
            families.append(family)
        else:
            exchanged.add(old)
        family.issued.append((float(stamp), access))
        of_refresh[refresh], of_access[access] = family, family
    return families, of_access


def judge(log, visits, kills, lifetime=None, slack=31, overlap=False):
    """Returns the errors, and a summary. `visits` are in order. `kills` are (start, end, kind), and their effects last for
    `slack` seconds. Without a lifetime, users may refresh at any time. With an overlap, the provider accepts a token
    again."""
    errors = []
    families, of_access = read(log)
    by_user = defaultdict(list)
    for visit in visits:
        by_user[visit.user].append(visit)
    refreshes = sum(len(family.issued) - 1 for family in families)
    lost = explained = 0
    for user, found in by_user.items():
        ended = [visit for visit in found if visit.status == 401]
        failed = [visit for visit in found if visit.status not in (200, 401)]
        good = [visit for visit in found if visit.status == 200]
        used = {id(of_access.get(visit.body)) for visit in good}
        if failed:
            errors.append(f"{user}: {failed[0]}")
        if len(used) > 1 or any(visit.body not in of_access for visit in good):
            errors.append(f"{user}: tokens of another session, or unknown ones")
        family = of_access.get(good[0].body) if good else None
        if family is None:
            errors.append(f"{user}: no request succeeded")
            continue
        if lifetime:
            errors += timing(user, family, kills, lifetime) + ages(user, family, good, kills, lifetime)
        if ended:
            lost += 1
            avoidable = loss(user, family, good, ended, kills, slack)
            if overlap and not avoidable:
                avoidable = [f"{user}: the session ended, although the provider accepts a token again: {ended[0]}"]
            explained += not avoidable
            errors += avoidable
        elif family.repeated and not overlap:
            errors.append(f"{user}: a token was sent again, but the session lives")
    return errors, {"sessions": len(by_user), "refreshes": refreshes, "lost": lost, "explained": explained}


def timing(user, family, kills, lifetime):
    """At most one refresh for each expiry: never two within one token's life."""
    errors = []
    for (before, _), (after, _) in zip(family.issued, family.issued[1:]):
        if after - before < lifetime * EARLIEST - SLACK:
            errors.append(f"{user}: two refreshes within {after - before:.2f} s")
    if family.repeated and not kills:
        errors.append(f"{user}: a token was sent twice, but nothing was killed")
    return errors


def ages(user, family, good, kills, lifetime):
    """At least one refresh for each expiry: no server returns a token that had expired before the request. A suspended server
    receives a token late, so the tokens that were issued during a kill don't count."""
    issued = {access: stamp for stamp, access in family.issued
              if not any(start - 1 <= stamp <= end + 1 for start, end, _ in kills)}
    found = [(visit.start - issued[visit.body], visit) for visit in good
             if visit.start is not None and visit.body in issued]
    return [f"{user}: the token is {age:.2f} s old, but lives for {lifetime} s: {visit}"
            for age, visit in found if age > lifetime + DELAY][:1]


def loss(user, family, good, ended, kills, slack):
    """A session may end only if the provider exchanged its token, and no server could store the new one. The server that
    finds the end must then report that a response was lost. A suspended server may also have sent the old token after
    another server had exchanged it, which no lock can prevent, and which the next server can't know."""
    stamp, access = family.issued[-1]
    if any(visit.body == access for visit in good):
        pauses = [(start, end) for start, end, kind in kills if kind == "pause"]
        if any(start < sent < end + 2 for sent in family.repeated for start, end in pauses):
            return []
        return [f"{user}: the session ended, although its last tokens were in use: {ended[0]}, sent again at "
                f"{family.repeated}, kills {[kill for kill in kills if abs(kill[0] - stamp) < 30]}"]
    if not any(start - 1 <= stamp <= end + slack for start, end, _ in kills):
        return [f"{user}: the session ended, although nothing was killed at the time of its exchange: {ended[0]}"]
    denials = [visit for visit in ended if visit.body == NOTHING_LOST]
    if denials:
        return [f"{user}: the session ended, and its last tokens were never used, but the server reports that nothing was "
                f"lost: {denials[0]}"]
    return []
