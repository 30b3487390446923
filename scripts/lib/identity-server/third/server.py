"""Runs idpyoidc on https://localhost:PORT, from an empty state. idpyoidc is a library without a web server and pages.

Started by scripts/identity-server, which passes PORT, ISSUER, STATE, and ACCESS_TOKEN_SECONDS in the environment.
"""

import http.server
import json
import os
import pathlib
import secrets
import signal
import ssl
import threading
import time
from urllib.parse import parse_qs, urlsplit

from idpyoidc.server import Server
from idpyoidc.server.authn_event import create_authn_event
from idpyoidc.server.configure import OPConfiguration
from idpyoidc.server.exception import ClientAuthenticationError, InvalidToken, UnAuthorizedClient

import clients
from configuration import ISSUER, USERS, configuration

STATE = pathlib.Path(os.environ["STATE"])
PAGE = (pathlib.Path(__file__).parent / "login.html").read_text()
JSON = "application/json"
ENDPOINTS = {"/par": "pushed_authorization", "/token": "token", "/userinfo": "userinfo"}
UNAUTHENTICATED = (ClientAuthenticationError, InvalidToken, UnAuthorizedClient)


class Provider:
    def __init__(self):
        self.server = Server(OPConfiguration(configuration(), base_path=str(STATE)))
        self.context = self.server.context
        clients.add_all(self.server)
        for name in ("token", "pushed_authorization"):
            # The `aud` of an assertion is the issuer, or the URL of the endpoint.
            self.server.endpoint[name].allowed_targets = ["", name]
        self.waiting = {}  # authorization requests with a login page
        self.sessions = {}  # the user of each browser's session, and the time of the login

    def metadata(self):
        document = dict(self.context.provider_info)
        document["jwks_uri"] = ISSUER + "/keys.json"
        document["authorization_response_iss_parameter_supported"] = True
        document["token_endpoint_auth_methods_supported"] = ["private_key_jwt", "client_secret_basic", "none"]
        document["token_endpoint_auth_signing_alg_values_supported"] = ["ES256"]
        return document

    def call(self, name, body, http_info):
        """The status and the JSON of an endpoint's response."""
        endpoint = self.server.endpoint[name]
        try:
            request = endpoint.parse_request(body, http_info=http_info)
            if "error" not in request:
                self.require_authentication(name, request)
                result = endpoint.process_request(request, http_info=http_info, issue_refresh=True)
        except UNAUTHENTICATED as error:
            code = "invalid_token" if name == "userinfo" else "invalid_client"
            return 401, {"error": code, "error_description": str(error)}
        if "error" in request:
            return (401 if name == "userinfo" else 400), request.to_dict()
        if "http_response" in result:
            return 201, result["http_response"]
        if "error" in result:
            return 400, dict(result)
        result = {**result, "response_args": result.get("response_args", result)}
        return 200, json.loads(endpoint.do_response(request=request, **result)["response"])

    def require_authentication(self, name, request):
        """idpyoidc treats a client as public if it can't authenticate it in another way."""
        method = self.context.cdb[request["client_id"]]["token_endpoint_auth_method"]
        if name != "userinfo" and method != "public" and not request.get("authenticated"):
            raise ClientAuthenticationError("the client has to authenticate")

    def authorize(self, query, session):
        """The address of the app, or the page's form."""
        endpoint = self.server.endpoint["authorization"]
        names = {name: values[0] for name, values in parse_qs(query).items()}
        if "request_uri" in names:
            # idpyoidc itself would require the pushed parameters in the query, too.
            pushed = self.context.par_db.pop(names["request_uri"], None)
            if not pushed or pushed["client_id"] != names.get("client_id"):
                raise ValueError("the pushed request is unknown, or has been used")
            query = pushed.to_urlencoded()
        request = endpoint.parse_request(query, http_info={"headers": {}})
        if "error" in request:
            raise ValueError(request.get("error_description", request["error"]))
        user, login_time = self.sessions.get(session, (None, 0))
        is_recent = time.time() - login_time <= float(request.get("max_age", "inf"))
        if user and is_recent and "login" not in request.get("prompt", []):
            return self.redirect(request, user, login_time), None
        ticket = secrets.token_urlsafe(16)
        self.waiting[ticket] = request
        return None, ticket

    def age(self, seconds):
        """Moves all logins to an earlier time."""
        self.sessions = {session: (user, login_time - seconds) for session, (user, login_time) in self.sessions.items()}

    def redirect(self, request, user, login_time):
        endpoint = self.server.endpoint["authorization"]
        # idpyoidc's own function ignores the time of the login.
        event = create_authn_event(user, self.context.authn_broker["password"]["acr"], login_time)
        session = self.context.session_manager.create_session(
            authn_event=event, auth_req=request, user_id=user, client_id=request["client_id"],
            token_usage_rules=self.context.authz.usage_rules(request["client_id"]))
        result = endpoint.authz_part2(request=request, session_id=session)
        result["response_args"]["iss"] = ISSUER
        return endpoint.do_response(request=request, **result)["response"]


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    provider: Provider
    lock = threading.Lock()

    def do_GET(self):
        with self.lock:
            self.respond("")

    def do_POST(self):
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(min(length, 1 << 20)).decode()
        with self.lock:
            self.respond(body)

    def respond(self, body):
        path, query = urlsplit(self.path).path, urlsplit(self.path).query
        try:
            if path in ENDPOINTS:
                self.call(path, body)
            elif path == "/.well-known/openid-configuration":
                self.send(200, JSON, json.dumps(self.provider.metadata()))
            elif path == "/keys.json":
                self.send(200, JSON, json.dumps(self.provider.server.keyjar.export_jwks()))
            elif path == "/authorization":
                self.show(*self.provider.authorize(query, self.session()))
            elif path == "/test/age":
                self.provider.age(int(query))
                self.send(200, "text/plain", "")
            elif path == "/login" and body:
                self.log_in({name: values[0] for name, values in parse_qs(body).items()})
            else:
                self.send(404, "text/plain", "not found")
        except (ValueError, KeyError) as error:
            self.log_message("%r", error)
            self.send(400, "text/plain", f"The request is invalid: {error}")

    def call(self, path, body):
        headers = {name.lower(): value for name, value in self.headers.items()}
        http_info = {"headers": headers, "method": self.command, "url": ISSUER + path, "cookie": []}
        status, content = self.provider.call(ENDPOINTS[path], body, http_info)
        extra = {}
        if path == "/userinfo" and status == 401:
            extra["WWW-Authenticate"] = f'DPoP error="{content["error"]}", algs="ES256"'
        self.send(status, JSON, json.dumps(content), extra)

    def session(self):
        for pair in (self.headers.get("Cookie") or "").split("; "):
            name, _, value = pair.partition("=")
            if name == "session":
                return value
        return None

    def show(self, address, ticket):
        if address:
            self.send(303, "text/plain", "", {"Location": address})
        else:
            self.send(200, "text/html; charset=utf-8", PAGE.replace("TICKET", ticket))

    def log_in(self, form):
        user = form.get("username")
        if user not in USERS or form.get("password") != user + "-password-1":
            return self.send(200, "text/html; charset=utf-8", PAGE.replace("TICKET", form["ticket"]))
        request = self.provider.waiting.pop(form["ticket"])
        session = secrets.token_urlsafe(16)
        self.provider.sessions[session] = user, int(time.time())
        cookie = f"session={session}; Path=/; Secure; HttpOnly; SameSite=Lax"
        self.send(303, "text/plain", "", {"Location": self.provider.redirect(request, *self.provider.sessions[session]), "Set-Cookie": cookie})

    def send(self, status, kind, content, headers=None):
        data = content.encode()
        self.send_response(status)
        fields = {"Content-Type": kind, "Content-Length": len(data), "Cache-Control": "no-store", **(headers or {})}
        for name, value in fields.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)


class TLSServer(http.server.ThreadingHTTPServer):
    """The handshake is in the connection's own thread, because a browser opens connections in advance."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, address, handler):
        super().__init__(address, handler)
        self.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.tls.load_cert_chain(STATE / "haproxy.pem")

    def finish_request(self, request, client_address):
        try:
            with self.tls.wrap_socket(request, server_side=True) as connection:
                super().finish_request(connection, client_address)
        except OSError:
            pass  # the client has closed the connection


def main():
    # Foundation's Process passes its blocked signals on, and SIGTERM has to end this process.
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    Handler.provider = Provider()
    TLSServer(("127.0.0.1", int(os.environ["PORT"])), Handler).serve_forever()


if __name__ == "__main__":
    main()
