"""The processes of the web app: identity servers, servers of the app, a database, and a proxy with TLS."""

import base64
import contextlib
import os
import pathlib
import secrets
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path.append(str(HERE.parent / "web_sessions"))
from machinery import Database  # noqa: E402

from provider import CLIENT, SECRET  # noqa: E402

SCRIPT = ROOT / "scripts/identity-server"
PROGRAM = pathlib.Path(os.environ.get("AUTH_TOOLS") or ROOT / ".build/debug") / "WebApp"
PORT = 8543
ORIGIN = f"https://app.localhost:{PORT}"
# The style and the port of the identity server that plays each provider.
STYLES = {"company": ("third", 8693), "auth0": ("auth0", 8643)}


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def wait_for(what, found, seconds=120):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with contextlib.suppress(OSError):
            if value := found():
                return value
        time.sleep(0.05)
    raise SystemExit(f"web-app: timed out: {what}")


def is_listening(port):
    with socket.create_connection(("127.0.0.1", port), timeout=1):
        return True


class Processes:
    """Everything that runs. All of it ends with the `with` statement, and the folder is removed."""

    def __enter__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="web-app-"))
        self.folder.chmod(0o755)
        self.key = base64.b64encode(secrets.token_bytes(32)).decode()
        self.started, self.database, self.providers = {}, None, {}
        return self

    def __exit__(self, *_):
        for process in reversed(self.started.values()):
            process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(10)
            process.kill()
        for provider in self.providers.values():
            subprocess.run([SCRIPT, "stop", provider["STYLE"], provider["PORT"]], check=False)
        if self.database:
            self.database.remove()
        shutil.rmtree(self.folder, ignore_errors=True)

    def launch(self, name, command, environment):
        log = open(self.folder / f"{name}.log", "w")
        process = subprocess.Popen(command, env={**os.environ, **environment}, stdin=subprocess.DEVNULL, stdout=log,
                                   stderr=subprocess.STDOUT, start_new_session=True)
        self.started[name] = process

    def start_providers(self):
        environment = {**os.environ, "IDP_WEB_APP": ORIGIN}
        for name, (style, port) in STYLES.items():
            result = subprocess.run([SCRIPT, "start", style, str(port)], env=environment, text=True, check=False,
                                    stdout=subprocess.PIPE)
            if result.returncode:
                raise SystemExit("web-app: the identity servers didn't start")
            self.providers[name] = dict(line.split("=", 1) for line in result.stdout.splitlines())
        self.authorities = [pathlib.Path(provider["CA_FILE"]) for provider in self.providers.values()]
        self.trusted = self.folder / "trusted.pem"
        self.trusted.write_text("".join(file.read_text() for file in self.authorities))

    def start_database(self):
        self.database = Database()
        self.database.control("start")

    def start_app(self, name, port, environment):
        """Starts a server of the app, and waits until it responds."""
        self.launch(name, [PROGRAM], {"APP_PORT": str(port), "APP_KEY": self.key, **environment})
        wait_for(f"{name} to start; its log is\n{self.log(name)}", lambda: is_listening(port))

    def kill(self, name):
        """Kills a server of the app, or the database."""
        if name == "database":
            self.database.control("kill")
        else:
            self.started[name].kill()
            self.started[name].wait()

    def revive(self, name):
        """Starts what was killed again."""
        if name == "database":
            self.database.control("start")
        else:
            port = self.ports[int(name.removeprefix("app-")) - 1]
            self.start_app(name, port, self.settings())

    def log(self, name):
        return (self.folder / f"{name}.log").read_text()

    def settings(self):
        """The environment of the app's servers with the real identity servers."""
        company, auth0 = self.providers["company"], self.providers["auth0"]
        settings = {
            "APP_ORIGIN": ORIGIN, "APP_DATA": str(self.folder / "data"), "APP_TRUST_ROOT": str(self.trusted),
            "OIDC_ISSUER": company["ISSUER"], "OIDC_CLIENT_ID": company["CONFIDENTIAL_CLIENT"],
            "OIDC_CLIENT_SECRET": company["CONFIDENTIAL_SECRET"], "AUTH0_DOMAIN": f"localhost:{auth0['PORT']}",
            "AUTH0_CLIENT_ID": auth0["CONFIDENTIAL_CLIENT"], "AUTH0_CLIENT_SECRET": auth0["CONFIDENTIAL_SECRET"],
        }
        return settings | ({"APP_DATABASE": self.database.url} if self.database else {})

    def start_proxy(self, ports):
        configuration = (HERE / "haproxy.cfg").read_text()
        for number, port in enumerate(ports, 1):
            configuration += f"  server app-{number} 127.0.0.1:{port}\n"
        file = self.folder / "haproxy.cfg"
        file.write_text(configuration)
        self.launch("haproxy", ["haproxy", "-db", "-f", file],
                    {"PORT": str(PORT), "CERTIFICATE": str(self.certificate())})
        wait_for("the proxy to start", lambda: is_listening(PORT))

    def certificate(self):
        """Issues the certificate of the app and its subdomains, by an authority that the browser trusts."""
        authority = self.authorities[0]
        made = {name: self.folder / f"app.{name}" for name in ("key", "csr", "pem", "ext")}
        made["ext"].write_text("subjectAltName = DNS:app.localhost, DNS:*.app.localhost\nbasicConstraints = CA:FALSE\n"
                               "extendedKeyUsage = serverAuth\n")
        for command in (
            ["req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=app.localhost",
             "-keyout", made["key"], "-out", made["csr"]],
            ["x509", "-req", "-in", made["csr"], "-CA", authority, "-CAkey", authority.with_name("ca.key"),
             "-CAcreateserial", "-days", "30", "-extfile", made["ext"], "-out", made["pem"]],
        ):
            subprocess.run(["openssl", *command], check=True, capture_output=True)
        whole = self.folder / "proxy.pem"
        whole.write_text(made["pem"].read_text() + authority.read_text() + made["key"].read_text())
        self.proxy_certificate = whole
        return whole

    def start(self, servers):
        """Starts the identity servers, the app, and the proxy."""
        self.start_providers()
        self.ports = [free_port() for _ in range(servers)]
        for number, port in enumerate(self.ports, 1):
            self.start_app(f"app-{number}", port, self.settings())
        self.start_proxy(self.ports)

    def start_for_modules(self, provider):
        """Starts a server of the app without TLS, with a provider that breaks rules. Returns its origin."""
        port = free_port()
        origin = f"http://localhost:{port}"
        self.start_app("modules", port, {
            "APP_ORIGIN": origin, "APP_DATA": str(self.folder / "modules"), "OIDC_ISSUER": provider.issuer,
            "OIDC_CLIENT_ID": CLIENT, "OIDC_CLIENT_SECRET": SECRET})
        return origin

    def sessions(self, folder):
        """The number of rows with sessions and pending sign-ins in SQLite."""
        with contextlib.closing(sqlite3.connect(self.folder / folder / "sessions.sqlite")) as file:
            return file.execute("SELECT count(*) FROM auth_sessions").fetchone()[0]

    def memory(self, name):
        """The resident memory of a server, in KiB."""
        status = pathlib.Path(f"/proc/{self.started[name].pid}/status").read_text()
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS:"))
