"""Runs a command in a terminal, and makes its output the same in every run."""
import contextlib
import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import termios
import time
from pathlib import Path

COLUMNS = 42  # as many as a phone shows in letters of 12 pixels
SUBJECT = "p51pMTPtDohLTYjwheQ205fBuNEAo4Rd"
ISSUED = 1796119200  # 2026-12-01T10:00:00Z
ARTICLE_PORT = 8463  # the port in the articles

VOLATILE = [
    (r"127\.0\.0\.1:876[5-9]\b", "127.0.0.1:8765"),  # the first free port
    (r"/callback/[0-9a-f]{32}", "/callback/…"),
    (r"\?response_type=code&\S+", "?…"),
    (r'^((?:at_hash|c_hash|nonce|sid) = ").+"$', r'\1…"'),
    (r"^(subject +)\w{32}$", rf"\g<1>{SUBJECT}"),
    (r'^(sub = ")\w{32}"$', rf'\g<1>{SUBJECT}"'),
    (r"^(expires +)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$", r"\g<1>2026-12-01T11:00:00Z"),
    (r"^iat = \d+$", f"iat = {ISSUED}"),
    (r"^exp = \d+$", f"exp = {ISSUED + 3600}"),
]


class Failure(Exception):
    pass


def run(command, folder, environment):
    """Everything that the command writes to the terminal."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, COLUMNS, 0, 0))
    process = subprocess.Popen(
        ["bash", "-c", command], cwd=folder, env=environment, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True)
    os.close(theirs)
    written = b""
    try:
        while chunk := os.read(ours, 1 << 16):
            written += chunk
    except OSError:  # Linux reports the end of a terminal as an error
        pass
    except BaseException:
        end_session(process.pid)
        raise
    finally:
        os.close(ours)
        process.wait()
    text = written.decode().replace("\r\n", "\n")
    if "\x1b" in text:
        raise Failure(f"'{command}' writes control sequences, which a picture can't show")
    return text


def end_session(leader):
    """Ends the processes of a session. The script that drives Chromium ends it and removes its profile."""
    for number, seconds in ((signal.SIGTERM, 10), (signal.SIGKILL, 1)):
        for process, name in processes(leader):
            if number == signal.SIGKILL or not name.startswith("chrom"):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, number)
        deadline = time.monotonic() + seconds
        while processes(leader) and time.monotonic() < deadline:
            time.sleep(0.1)


def processes(leader):
    """The running processes of a session, with their names."""
    found = []
    for file in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            name, _, rest = file.read_text(errors="replace").partition("(")[2].rpartition(")")
            state, _, _, session = rest.split()[:4]
            if state != "Z" and int(session) == leader:
                found.append((int(file.parent.name), name))
    return found


def stable(text, port):
    """The text with the port of the articles, and without values that differ between runs."""
    text = text.replace(f"127.0.0.1:{port}", f"127.0.0.1:{ARTICLE_PORT}")
    for pattern, replacement in VOLATILE:
        text = re.sub(pattern, replacement, text, flags=re.MULTILINE)
    return text.strip("\n")


def folded(line):
    """The line in parts that fit. A part ends at a space if possible."""
    while len(line) > COLUMNS:
        end = line.rfind(" ", 1, COLUMNS + 1)
        if not line[:end + 1].strip():
            end = -1
        yield line[:end if end > 0 else COLUMNS]
        line = line[end + 1 if end > 0 else COLUMNS:]
    yield line
