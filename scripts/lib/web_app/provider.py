"""An identity server whose logout breaks one rule at a time, as the modules of the certification do. It signs users in without
a page."""

import base64
import hashlib
import hmac
import http.server
import json
import pathlib
import secrets
import ssl
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit

EVENT = "http://schemas.openid.net/event/backchannel-logout"
CLIENT, SECRET = "web", "web-secret-1"


def encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Provider:
    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="web-app-provider-")
        self.key = pathlib.Path(self.folder.name) / "key.pem"
        subprocess.run(["openssl", "genrsa", "-out", self.key, "2048"], check=True, capture_output=True)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), self.handler())
        self.issuer = f"http://127.0.0.1:{self.server.server_port}"
        self.user = "alice"
        self.codes = {}  # the authorization requests
        self.requests = []  # (path, parameters)
        self.sid = None  # of the last sign-in
        self.at_logout = lambda parameters: parameters.get("state")
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()
        self.folder.cleanup()

    def sign(self, claims, algorithm="RS256"):
        head = encoded(json.dumps({"alg": algorithm, "kid": "one"}).encode())
        text = f"{head}.{encoded(json.dumps(claims).encode())}"
        if algorithm == "none":
            return text + "."
        if algorithm == "HS256":
            return f"{text}.{encoded(hmac.digest(SECRET.encode(), text.encode(), 'sha256'))}"
        signed = subprocess.run(["openssl", "dgst", "-sha256", "-sign", self.key], input=text.encode(), check=True,
                                capture_output=True).stdout
        return f"{text}.{encoded(signed)}"

    def keys(self):
        modulus = subprocess.run(["openssl", "rsa", "-in", self.key, "-noout", "-modulus"], check=True, text=True,
                                 capture_output=True).stdout.strip().partition("=")[2]
        return {"keys": [{"kty": "RSA", "use": "sig", "alg": "RS256", "kid": "one", "e": "AQAB",
                          "n": encoded(bytes.fromhex(modulus))}]}

    def metadata(self):
        return {
            "issuer": self.issuer, "authorization_endpoint": self.issuer + "/authorize",
            "token_endpoint": self.issuer + "/token", "jwks_uri": self.issuer + "/keys",
            "end_session_endpoint": self.issuer + "/end-session", "response_types_supported": ["code"],
            "subject_types_supported": ["public"], "id_token_signing_alg_values_supported": ["RS256"],
            "code_challenge_methods_supported": ["S256"], "authorization_response_iss_parameter_supported": True,
            "token_endpoint_auth_methods_supported": ["client_secret_basic"],
            "backchannel_logout_supported": True, "backchannel_logout_session_supported": True,
            "frontchannel_logout_supported": True, "frontchannel_logout_session_supported": True,
        }

    def authorize(self, request):
        code, self.sid = secrets.token_urlsafe(16), secrets.token_urlsafe(16)
        self.codes[code] = {**request, "sid": self.sid, "user": self.user}
        return request["redirect_uri"] + "?" + urlencode({"code": code, "state": request["state"], "iss": self.issuer})

    def tokens(self, form):
        request = self.codes.pop(form["code"])
        if encoded(hashlib.sha256(form["code_verifier"].encode()).digest()) != request["code_challenge"]:
            raise KeyError("code_verifier")
        now = int(time.time())
        token = self.sign({
            "iss": self.issuer, "aud": CLIENT, "sub": request["user"], "sid": request["sid"], "iat": now,
            "exp": now + 600, "auth_time": now, "nonce": request["nonce"], "name": request["user"].capitalize()})
        return {"access_token": secrets.token_urlsafe(16), "token_type": "Bearer", "expires_in": 600, "id_token": token}

    def logout_token(self, sid, algorithm="RS256", **changes):
        now = int(time.time())
        claims = {"iss": self.issuer, "aud": CLIENT, "sub": self.user, "sid": sid, "iat": now, "exp": now + 120,
                  "jti": secrets.token_urlsafe(16), "events": {EVENT: {}}, **changes}
        return self.sign({name: value for name, value in claims.items() if value is not None}, algorithm)

    def handler(self):
        provider = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.respond("")

            def do_POST(self):
                self.respond(self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode())

            def respond(self, body):
                parts = urlsplit(self.path)
                parameters = dict(parse_qsl(body or parts.query))
                provider.requests.append((parts.path, parameters))
                documents = {"/.well-known/openid-configuration": provider.metadata, "/keys": provider.keys}
                if parts.path in documents:
                    self.send(200, documents[parts.path]())
                elif parts.path == "/token":
                    self.send(200, provider.tokens(parameters))
                elif parts.path == "/authorize":
                    self.send(303, {}, provider.authorize(parameters))
                elif parts.path == "/end-session":
                    state = provider.at_logout(parameters)
                    back = parameters["post_logout_redirect_uri"]
                    self.send(303, {}, back + ("?" + urlencode({"state": state}) if state else ""))
                else:
                    self.send(404, {})

            def send(self, status, content, location=None):
                data = json.dumps(content).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                if location:
                    self.send_header("Location", location)
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_):
                pass

        return Handler


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


class UserAgent:
    """A browser without pages: cookies of the app, and redirects one at a time."""

    def __init__(self, app, trusted=None):
        """`trusted` is a file with the authorities of the identity servers' certificates."""
        self.app, self.cookies = app, {}
        tls = urllib.request.HTTPSHandler(context=ssl.create_default_context(cafile=trusted))
        self.opener = urllib.request.build_opener(NoRedirect(), urllib.request.ProxyHandler({}), tls)

    def send(self, url, form=None, headers=None):
        """Returns the status, the header fields, and the body."""
        url = urljoin(self.app, url)
        fields = {"Accept": "text/html", "Sec-Fetch-Mode": "navigate", **(headers or {})}
        if url.startswith(self.app) and self.cookies:
            fields["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        data = None if form is None else urlencode(form).encode()
        try:
            response = self.opener.open(urllib.request.Request(url, data, fields), timeout=120)
        except urllib.error.HTTPError as error:
            response = error
        with response:
            for cookie in response.headers.get_all("Set-Cookie") or []:
                name, _, value = cookie.split(";")[0].partition("=")
                self.cookies[name] = value
                if not value:
                    del self.cookies[name]
            return response.status, response.headers, response.read().decode()

    def follow(self, url, form=None):
        """Follows redirects, and returns the last URL and its status. A form is sent by a page of the app."""
        url = urljoin(self.app, url)
        status, headers, _ = self.send(url, form, {"Origin": self.app} if form is not None else None)
        for _ in range(10):
            if status not in (302, 303):
                return url, status
            url = urljoin(url, headers["Location"])
            status, headers, _ = self.send(url)
        raise RuntimeError(f"{url}: too many redirects")

    def callback(self, login):
        """Starts a sign-in, and returns the URL of its callback without opening it."""
        _, headers, _ = self.send(login)
        _, headers, _ = self.send(headers["Location"])
        return headers["Location"]

    def is_signed_in(self):
        return "Hello" in self.send("/me")[2]
