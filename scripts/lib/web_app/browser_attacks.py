"""Attacks by other sites on a user with a browser, and by an attacker who has an account at the same identity server."""

import http.server
import re
import ssl
import threading
from urllib.parse import quote, urlencode, urlsplit

from checks import expect
from modules import LOGIN, LOGOUT
from processes import ORIGIN
from provider import UserAgent
from raw_attacks import OUTSIDE
from visitor import FAILED

SESSION = "__Host-session"


class AttackersSite:
    """The attacker's pages, at another site and at a subdomain of the app."""

    def __init__(self, certificate):
        self.pages = {}  # the body and the cookies
        site = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                page, cookies = site.pages.get(self.path, ("", []))
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.send_header("Content-Length", str(len(page.encode())))
                for cookie in cookies:
                    self.send_header("Set-Cookie", cookie)
                self.end_headers()
                self.wfile.write(page.encode())

            def log_message(self, *_):
                pass

        self.servers = [http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) for _ in range(2)]
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(certificate)
        # The handshake is in the connection's own thread, because a browser opens connections in advance.
        self.servers[1].socket = tls.wrap_socket(
            self.servers[1].socket, server_side=True, do_handshake_on_connect=False)
        self.other, self.subdomain = (
            f"http://127.0.0.1:{self.servers[0].server_port}", f"https://evil.app.localhost:{self.servers[1].server_port}")
        for server in self.servers:
            threading.Thread(target=server.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for server in self.servers:
            server.shutdown()
            server.server_close()


class Attacker:
    """Bob, who signs in at the company's server without a browser."""

    def __init__(self, processes):
        self.agent = UserAgent(f"http://127.0.0.1:{processes.ports[0]}", processes.trusted)
        self.company = processes.providers["company"]["ISSUER"]

    def callback(self):
        """The URL of the attacker's callback, which wasn't opened."""
        _, headers, _ = self.agent.send(LOGIN)
        _, _, page = self.agent.send(headers["Location"])
        ticket = re.search(r'name="?ticket"? value="([^"]+)"', page)[1]
        form = {"ticket": ticket, "username": "bob", "password": "bob-password-1"}
        _, headers, _ = self.agent.send(self.company + "/login", form)
        return headers["Location"]

    def sign_in(self):
        """Returns the ID of the attacker's session."""
        self.agent.send(self.callback().removeprefix(ORIGIN))
        expect("Hello Bob" in self.agent.send("/me")[2], "the attacker is signed in")
        return self.agent.cookies[SESSION]


def sign_in(alice):
    page = alice.open(LOGIN + "?return_to=/me")
    expect("Hello Alice" in page, f"the user is signed in, not: {page}")


def login_csrf(alice, processes, site):
    alice.forget()
    attacker = Attacker(processes)
    expect(FAILED in alice.open(attacker.callback()), "a browser without a sign-in rejects the attacker's callback")
    expect("Welcome" in alice.open("/me"), "the user isn't signed in as the attacker")
    sign_in(alice)
    expect(FAILED in alice.open(attacker.callback()), "a browser with a session rejects it, too")
    expect("Hello Alice" in alice.open("/me"), "the user's session continues")


def mix_up(alice, processes, site):
    moved = Attacker(processes).callback().replace("/auth/company/", "/auth/auth0/")
    expect(FAILED in alice.open(moved), "another provider's route rejects the callback")


def session_fixation(alice, processes, site):
    attacker = Attacker(processes)
    planted = attacker.sign_in()
    alice.set_cookie(SESSION, planted)
    expect("Hello Bob" in alice.open("/me"), "the attacker's session is planted")
    sign_in(alice)
    expect(alice.cookies()[SESSION] != planted, "the sign-in makes a new session ID")
    expect("Welcome" in follow(attacker.agent, "/me"), "the planted session has ended")


def follow(agent, path):
    """The page after a redirect within the app."""
    status, headers, body = agent.send(path)
    return agent.send(headers["Location"])[2] if status in (302, 303, 307) else body


def cookie_tossing(alice, processes, site):
    """A subdomain can set cookies for the app's domain, but none with the prefix."""
    planted = Attacker(processes).sign_in()
    names = ["session", SESSION, "__Secure-session", "__host-session", " " + SESSION]
    cookies = [f"{name}={planted}; Domain=app.localhost; Path=/; Secure" for name in names]
    site.pages["/toss"] = f'<img src="{ORIGIN}/favicon.ico">', [*cookies, f"{SESSION}={planted}; Path=/; Secure"]
    alice.forget()
    alice.visit(site.subdomain + "/toss")
    expect("session" in alice.cookies(), f"the browser takes the subdomain's cookie: {sorted(alice.cookies())}")
    expect(SESSION not in alice.cookies(), "the browser takes none with the prefix")
    expect("Welcome" in alice.open("/me"), "the user isn't signed in as the attacker")
    sign_in(alice)
    alice.visit(site.subdomain + "/toss")
    expect("Hello Alice" in alice.open("/me"), "the user's session continues")
    alice.forget()
    sign_in(alice)


def open_redirect(alice, processes, site):
    for target in OUTSIDE:
        alice.open(f"{LOGIN}?{urlencode({'return_to': target})}")
        expect(alice.path == "/me", f"{target!r} leads to the home page, not to {alice.driver.current_url}")


def forms_of_other_sites(alice, processes, site):
    """They sign the user out, pay, and link the attacker's account. The browser sends the session's cookie with the subdomain's."""
    for place in (site.other, site.subdomain):
        for path in (LOGOUT, "/payment", "/auth/auth0/login"):
            site.pages["/form"] = (
                f'<form method="post" action="{ORIGIN}{path}"><input name="everywhere" value="true"></form>'
                "<script>document.forms[0].submit()</script>", [])
            found = alice.visit(f"{place}/form")
            # Without its cookie, a payment needs a session first.
            expected = [(path, 401 if (place, path) == (site.other, "/payment") else 403)]
            expect(found == expected, f"{path} rejects the form of {urlsplit(place).hostname} with {expected}, not {found}")
    expect("Hello Alice" in alice.open("/me"), "the user is still signed in")


def silent_sign_ins(alice, processes, site):
    """Images, frames, and scripts start sign-ins, or end sessions."""
    login, notice = f"{ORIGIN}{LOGIN}", f"{ORIGIN}/auth/company/frontchannel"
    issuer = quote(processes.providers["company"]["ISSUER"], safe="")
    initiation = f"{ORIGIN}/auth/company/initiate?iss={issuer}"
    site.pages["/silent"] = (
        f'<img src="{login}?a"><iframe src="{login}?c"></iframe><img src="{initiation}">'
        f'<iframe src="{notice}"></iframe><iframe src="{notice}?iss=x&sid=y"></iframe>'
        f'<script>fetch("{login}?b", {{mode: "no-cors", credentials: "include"}})</script>', [])
    for place in (site.other, site.subdomain):
        # The browser doesn't report a response that it hides from the page.
        found = alice.visit(f"{place}/silent", 6)
        starts = [status for path, status in found if path == LOGIN or path.endswith("/initiate")]
        expect(set(starts) == {400}, f"the app rejects the sign-ins: {found}")
        expect(not [name for name in alice.cookies() if "signin" in name], "no sign-in has started")
        expect("Hello Alice" in alice.open("/me"), "the user is still signed in")


ATTACKS = [login_csrf, mix_up, session_fixation, cookie_tossing, open_redirect, forms_of_other_sites, silent_sign_ins]
