"""Runs django-oauth-toolkit on 127.0.0.1:PORT, from an empty database. It listens as soon as it is ready.

Started by scripts/identity-server, which passes PORT, ISSUER, STATE, ACCESS_TOKEN_SECONDS and GRACE_SECONDS in the
environment.
"""

import os
import signal
import socketserver
import threading
from wsgiref.simple_server import WSGIServer, make_server

os.environ["DJANGO_SETTINGS_MODULE"] = "settings"


class ThreadingServer(socketserver.ThreadingMixIn, WSGIServer):
    """A browser opens connections in advance, and a server with one thread would wait for them."""

    daemon_threads = True
    request_queue_size = 64


def one_at_a_time(application):
    """SQLite rejects parallel writes with "database is locked"."""
    lock = threading.Lock()

    def locked(environ, start_response):
        with lock:
            return application(environ, start_response)

    return locked


def main():
    # Foundation's Process passes its blocked signals on, and SIGTERM has to end this process.
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    from django.core.management import call_command
    from django.core.wsgi import get_wsgi_application

    application = get_wsgi_application()
    call_command("migrate", verbosity=0)
    from accounts import add_applications, add_users

    add_users()
    add_applications()
    with make_server("127.0.0.1", int(os.environ["PORT"]), one_at_a_time(application), ThreadingServer) as server:
        server.serve_forever()


if __name__ == "__main__":
    main()
