"""Serves a built site on loopback, below the prefix that it was built for."""

import argparse
import contextlib
import functools
import http.server
import threading
import urllib.parse


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves files below a prefix. Any other path has the status 404, as on a server with other sites."""

    def __init__(self, *arguments, prefix, quiet, **others):
        self.prefix, self.quiet = prefix, quiet
        super().__init__(*arguments, **others)

    def translate_path(self, path):
        path = urllib.parse.urlsplit(path).path
        if not path.startswith(self.prefix):
            return super().translate_path("/not-found")
        return super().translate_path("/" + path.removeprefix(self.prefix))

    def log_message(self, format, *arguments):
        if not self.quiet:
            super().log_message(format, *arguments)


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128


def prefix(base):
    return "/" if base.strip("/") == "" else f"/{base.strip('/')}/"


def server(folder, base="/", port=0, quiet=True):
    handler = functools.partial(Handler, directory=str(folder), prefix=prefix(base), quiet=quiet)
    return Server(("127.0.0.1", port), handler)


@contextlib.contextmanager
def served(folder, base="/"):
    """The address of the site's top, while it is served."""
    with server(folder, base) as running:
        thread = threading.Thread(target=running.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{running.server_address[1]}{prefix(base)}"
        finally:
            running.shutdown()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder")
    parser.add_argument("--base-path", default="/")
    parser.add_argument("--port", type=int, default=8900)
    options = parser.parse_args()
    with server(options.folder, options.base_path, options.port, quiet=False) as running:
        print(f"http://127.0.0.1:{options.port}{prefix(options.base_path)} (Ctrl-C ends it)", flush=True)
        with contextlib.suppress(KeyboardInterrupt):
            running.serve_forever()


if __name__ == "__main__":
    main()
