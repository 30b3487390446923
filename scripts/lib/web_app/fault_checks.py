"""Sign-ins with a browser. After each, a server of the app or the database is killed."""

import itertools

import checks
from checks import expect
from visitor import visitor

SIGN_INS = 20
LABELS = ["Sign in at Acme", "Sign in with Auth0"]


def run(processes):
    """Returns the number of checks that failed."""
    with visitor("alice") as alice, visitor("bob") as bob:
        return checks.run([twenty_sign_ins_and_kills], alice, bob, processes)


def twenty_sign_ins_and_kills(alice, bob, processes):
    """Bob stays signed in all the time. Each sign-in of Alice, and each session after a kill, must work."""
    bob.open("/")
    expect("Hello Bob Example" in bob.press(LABELS[0]), "Bob is signed in")
    victims = itertools.cycle([*(f"app-{number}" for number in range(1, len(processes.ports) + 1)), "database"])
    for number in range(SIGN_INS):
        alice.forget()
        alice.open("/")
        page = alice.press(LABELS[number % len(LABELS)])
        expect("Hello Alice Example" in page, f"sign-in {number + 1} works, not: {page}")
        victim = next(victims)
        processes.kill(victim)
        # A killed server is still dead now, so the proxy chooses another one.
        if victim != "database":
            see(alice, "Alice", f"{victim} was killed")
        processes.revive(victim)
        see(alice, "Alice", f"{victim} was started again")
        see(bob, "Bob", f"{victim} was started again")
    rows = int(processes.database.sql("SELECT count(*) FROM auth_sessions WHERE absolute_expires_at > now()"))
    expect(rows >= 2, f"the database has the sessions, not {rows}")


def see(user, name, event):
    page = user.open("/me")
    expect(f"Hello {name} Example" in page, f"{name} is signed in after {event}, not: {page}")
