"""Attacks by requests that a browser might not send, against the running web app. The user agent has the cookies that the attack
leaves it with."""

import concurrent.futures
import http.client
import secrets
from urllib.parse import urlencode, urlsplit

from checks import expect
from modules import LOGIN, LOGOUT, post, signed_in
from provider import UserAgent

# Addresses outside the app, in the forms in which a server, a proxy, or a browser might read them.
OUTSIDE = [
    "https://evil.example", "//evil.example", "///evil.example", "/\\evil.example", "\\\\evil.example",
    "/%2fevil.example", "/%2Fevil.example", "/%5cevil.example", "/%255cevil.example", "/%252fevil.example",
    "/%25%32%66evil.example", "/\t/evil.example", "/%09/evil.example", "/\r\nLocation: https://evil.example",
    "/%0d%0aLocation:%20https://evil.example", "javascript:alert(1)", "data:text/html,evil", "/..//evil.example",
    "/%2e%2e//evil.example", "/.//evil.example", "http:evil.example", "@evil.example", ".evil.example",
    "https:evil.example", "https:/evil.example", "https://app.localhost@evil.example", "/\u2028/evil.example", "/%",
    "/auth/company/login", "/auth/company/logout",
]
PENDING = 10_000
MEMORY = 64 << 10  # KiB


def login_csrf(provider, app):
    """The attacker's callback, with the state of the attacker's browser, is opened in the victim's browser."""
    attacker, victim = UserAgent(app), UserAgent(app)
    callback = attacker.callback(LOGIN)
    expect(victim.send(callback)[0] == 400, "a browser without a sign-in rejects the callback")
    victim.callback(LOGIN)
    expect(victim.send(callback)[0] == 400, "a browser with its own sign-in rejects the callback")
    expect(not victim.is_signed_in(), "the victim isn't signed in")


def session_fixation(provider, app):
    attacker, _ = signed_in(provider, app)
    victim, planted = UserAgent(app), attacker.cookies["session"]
    victim.cookies["session"] = planted
    victim.follow(LOGIN)
    expect(victim.cookies["session"] != planted, "the sign-in makes a new session ID")
    expect(victim.is_signed_in(), "the victim is signed in")
    expect(not attacker.is_signed_in(), "the planted session has ended")


def open_redirect(provider, app):
    for target in OUTSIDE:
        agent = UserAgent(app)
        callback = agent.callback(f"{LOGIN}?{urlencode({'return_to': target})}")
        _, headers, _ = agent.send(callback)
        expect(headers["Location"] == app + "/me", f"{target!r} leads to the home page, not to {headers['Location']}")
    status, _, _ = UserAgent(app).send(
        f"/auth/company/initiate?{urlencode({'iss': provider.issuer, 'target_link_uri': app + '.evil.example/'})}")
    expect(status == 400, "another site's link to a third site is rejected")


def callback_replay(provider, app):
    """Ten copies of the browser send the callback at the same time."""
    agent = UserAgent(app)
    callback = agent.callback(LOGIN)
    copies = [UserAgent(app) for _ in range(10)]
    for copy in copies:
        copy.cookies = dict(agent.cookies)
    with concurrent.futures.ThreadPoolExecutor(len(copies)) as pool:
        found = sorted(status for status, _, _ in pool.map(lambda copy: copy.send(callback), copies))
    expect(found == [303] + [400] * 9, f"one of the callbacks is accepted, not {found}")
    expect(agent.send(callback)[0] == 400, "a later callback is rejected")


def mix_up(provider, app):
    agent = UserAgent(app)
    callback = agent.callback(LOGIN)
    moved = callback.replace("/auth/company/", "/auth/auth0/")
    expect(agent.send(moved)[0] == 400, "another provider's route rejects the callback")
    copy = UserAgent(app)
    copy.cookies = {name.replace("signin.company.", "signin.auth0."): value for name, value in agent.cookies.items()}
    expect(copy.send(moved)[0] == 400, "even if its cookie is renamed")
    honest = callback.partition("&iss=")[0]
    expect(agent.send(honest)[0] == 400, "a callback without the issuer is rejected, because the metadata promises it")
    expect(agent.send(honest + "&iss=https%3A%2F%2Fevil.example")[0] == 400, "and so is one of another issuer")


def state_of_another_browser(provider, app):
    one, two = UserAgent(app), UserAgent(app)
    first, second = one.callback(LOGIN), two.callback(LOGIN)
    states = [dict(pair.split("=") for pair in urlsplit(url).query.split("&"))["state"] for url in (first, second)]
    expect(two.send(second.replace(states[1], states[0]))[0] == 400, "the state of another browser is rejected")
    expect(two.send(second)[0] == 303, "the browser's own state is accepted")


def logout_csrf(provider, app):
    agent, _ = signed_in(provider, app)
    for fields in [{"Origin": "https://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"},
                   {"Sec-Fetch-Site": "same-site"}, {"Origin": app + ".evil.example"}, {}]:
        for path in (LOGOUT, "/payment", "/auth/auth0/login"):
            expect(agent.send(path, {"everywhere": "true"}, fields)[0] == 403, f"{path} rejects a form with {fields}")
    other, _ = signed_in(provider, app)
    token = other.send("/me")[2].partition('name="csrf_token" value="')[2].partition('"')[0]
    expect(agent.send(LOGOUT, {"csrf_token": token})[0] == 403, "the token of another session is rejected")
    expect(agent.send(LOGOUT)[0] == 405, "a link can't sign out")
    expect(agent.is_signed_in(), "the user is still signed in")
    expect(other.send(LOGOUT, {"csrf_token": token})[0] == 303, "the session's own token is accepted")


def logout_token_replay(provider, app):
    token = provider.logout_token(None)
    first, _ = signed_in(provider, app)
    expect(post(app, token) == 200 and not first.is_signed_in(), "the token ends the user's sessions")
    second, _ = signed_in(provider, app)
    expect(post(app, token) == 400, "the same token is rejected")
    expect(second.is_signed_in(), "the session continues")


def header_injection(provider, app):
    evil = "x%0d%0aSet-Cookie:%20evil=1"
    agent, _ = signed_in(provider, app)
    for target in [
        f"{LOGIN}?return_to=/{evil}", f"{LOGIN}?demand={evil}", f"/auth/company/callback?code={evil}&state={evil}&iss={evil}",
        f"/auth/company/callback?error={evil}&error_description={evil}&state={evil}",
        f"/auth/company/signed-out?state={evil}", f"/auth/company/frontchannel?iss={evil}&sid={evil}",
        f"/auth/company/initiate?iss={evil}&login_hint={evil}", f"/payment?{evil}", f"/me?{evil}",
    ]:
        _, headers, body = agent.send(target)
        expect("evil" not in agent.cookies, f"{target} sets no cookie")
        expect("Set-Cookie" not in body, f"{target} isn't repeated in the page")
        agent.send(target, headers={"X-Forwarded-Host": "evil.example", "Forwarded": "host=evil.example"})
    _, headers, _ = agent.send(LOGIN, headers={"Host": "evil.example", "X-Forwarded-Host": "evil.example"})
    expect("evil" not in headers["Location"], "the callback URL doesn't depend on the request")


def oversized_cookies(provider, app):
    agent, _ = signed_in(provider, app)
    own = dict(agent.cookies)
    for length in (5_000, 40_000, 200_000):
        agent.cookies = {**own, "padding": "a" * length}
        try:
            status = agent.send("/me")[0]
        except OSError:
            status = 431  # the server closed the connection
        expect(status < 500, f"cookies of {length} bytes cause no error of the server, but {status}")
    agent.cookies = {**own, **{f"signin.company.x{number}": "A" * 100 for number in range(60)}}
    expect(agent.send(LOGIN)[0] == 303, "a browser with many broken cookies can sign in")
    expect(agent.cookies.keys().isdisjoint(f"signin.company.x{number}" for number in range(50)), "they're removed")
    agent.cookies = own
    expect(agent.is_signed_in(), "the server still works")


def pending_sign_ins(provider, app, processes):
    """A stranger starts 10,000 sign-ins and never returns."""
    before, memory = processes.sessions("modules"), processes.memory("modules")
    port = urlsplit(app).port

    def start(count):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        statuses = set()
        for _ in range(count):
            connection.request("GET", f"{LOGIN}?return_to=/{secrets.token_hex(8)}", headers={"Accept": "text/html"})
            response = connection.getresponse()
            response.read()
            statuses.add(response.status)
        return statuses

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        found = set().union(*pool.map(start, [PENDING // 4] * 4))
    expect(found == {303}, f"each sign-in starts, with {found}")
    expect(processes.sessions("modules") == before, "the database has no additional row")
    grown = processes.memory("modules") - memory
    expect(grown < MEMORY, f"the server's memory grows by less than {MEMORY} KiB, not {grown}")
    agent, _ = signed_in(provider, app)
    expect(agent.is_signed_in(), "users can still sign in")


ATTACKS = [
    login_csrf, session_fixation, open_redirect, callback_replay, mix_up, state_of_another_browser, logout_csrf,
    logout_token_replay, header_injection, oversized_cookies,
]
