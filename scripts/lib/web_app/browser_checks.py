"""The checks of a user with a browser and real identity servers."""

import os
import ssl
import urllib.request
from urllib.parse import urlencode

import checks
from browser_attacks import ATTACKS, AttackersSite
from checks import expect
from processes import ORIGIN
from provider import UserAgent
from visitor import visitor


def run(processes):
    """Returns the number of checks that failed."""
    os.environ["BROWSER_TRUST_ROOT"] = ":".join(str(file) for file in processes.authorities)
    with visitor("alice") as alice, visitor("bob") as bob:
        failed = checks.run(USES, alice, bob, processes)
        with AttackersSite(processes.proxy_certificate) as site:
            return failed + checks.run(ATTACKS, alice, processes, site)


def account(page):
    return next(line for line in page.splitlines() if line.startswith("Account "))


def two_providers_and_one_account(alice, bob, processes):
    alice.open("/")
    page = alice.press("Sign in at Acme")
    expect("Hello Alice Example" in page, f"the user's page, not: {page}")
    linked = alice.press("Link the other provider")
    expect("Hello Alice Example" in linked, f"the user's page, not: {linked}")
    expect(account(linked) == account(page), "both users belong to one account")
    alice.press("Sign out", leaves=True)
    expect("Welcome" in alice.open("/"), "the user is signed out")
    again = alice.press("Sign in with Auth0")
    expect(account(again) == account(page), "the other provider leads to the same account")


def a_page_for_each_user(alice, bob, processes):
    bob.open("/")
    page = bob.press("Sign in at Acme")
    expect("Hello Bob Example" in page, f"the user's page, not: {page}")
    expect(account(page) != account(alice.open("/me")), "each user has an account")


def age_logins(processes, seconds):
    """Makes the company's server believe that its users logged in earlier."""
    url = f"{processes.providers['company']['AGE_LOGINS']}?{seconds}"
    trusted = ssl.create_default_context(cafile=processes.trusted)
    with urllib.request.urlopen(url, context=trusted, timeout=120):
        pass


def step_up_for_a_payment(alice, bob, processes):
    """The user authenticated half an hour ago, so the server asks for the password again."""
    alice.open("/auth/company/login?return_to=/me")
    age_logins(processes, 1800)
    alice.open("/auth/company/login?return_to=/me")
    first = alice.cookies()["__Host-session"]
    asked = alice.passwords
    page = alice.open("/payment")
    expect("Payment" in page, f"the payment page, not: {page}")
    expect(alice.passwords > asked, "the server asks for the password")
    expect(alice.cookies()["__Host-session"] != first, "the session gets a new ID")
    expect("Thank you, Alice Example." in alice.press("Pay as Alice Example"), "the payment works")
    asked = alice.passwords
    expect("Payment" in alice.open("/payment"), "the payment page")
    expect(alice.passwords == asked, "the server doesn't ask again")


def a_sign_in_too_large_for_a_cookie(alice, bob, processes):
    """Another site starts it, with the longest target and hint that the app accepts."""
    target, hint = f"/me?{'a' * 2000}", "alice" + " " * 500
    query = urlencode({"iss": processes.providers["auth0"]["ISSUER"], "target_link_uri": ORIGIN + target, "login_hint": hint})
    agent = UserAgent(f"http://127.0.0.1:{processes.ports[0]}")
    status, headers, _ = agent.send(f"/auth/auth0/initiate?{query}")
    lengths = [len(cookie) for cookie in headers.get_all("Set-Cookie") or []]
    expect(status == 303 and lengths and lengths[0] < 600, f"the cookie has a reference, not {status} and {lengths} bytes")
    page = alice.open(f"/auth/auth0/initiate?{query}")
    expect("Hello Alice Example" in page and alice.path == target, f"the target page, not {alice.path[:40]}: {page}")


def sign_out_everywhere(alice, bob, processes):
    """Alice is signed in with two browsers."""
    bob.forget()
    bob.name = "alice"
    bob.open("/auth/company/login?return_to=/me")
    alice.open("/auth/company/login?return_to=/me")
    alice.press("Sign out everywhere", leaves=True)
    expect("Welcome" in alice.open("/me"), "this browser is signed out")
    expect("Welcome" in bob.open("/me"), "the other browser is signed out")
    bob.forget()
    bob.name = "bob"


USES = [two_providers_and_one_account, a_page_for_each_user, step_up_for_a_payment,
        a_sign_in_too_large_for_a_cookie, sign_out_everywhere]
