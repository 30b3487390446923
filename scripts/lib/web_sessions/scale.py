"""Looks up sessions among many others, next to a bare SELECT by the primary key."""

import os
import subprocess
import sys

from machinery import Database, program

# The limit for the store's time, compared with libpq's own.
LIMIT = 1.3


def main(rows):
    database = Database()
    database.control("start")
    try:
        environment = {**os.environ, "AUTH_DATABASE": database.url, "AUTH_ROWS": str(rows), "AUTH_KEY": "00" * 32}
        # A server creates the tables and is killed.
        create(environment)
        fill(database, rows)
        result = subprocess.run([program(), "measure", "4000"], env=environment, capture_output=True, text=True,
                                check=False)
        print(result.stdout, end="")
        if result.returncode:
            print(result.stderr, file=sys.stderr)
            return 1
        ratio = next(float(line.split()[1]) for line in result.stdout.splitlines() if line.startswith("ratio"))
        if ratio > LIMIT:
            print(f"web-sessions: a look-up takes {ratio:.2f} times a bare SELECT; the limit is {LIMIT}", file=sys.stderr)
            return 1
        return 0
    finally:
        database.remove()


def create(environment):
    with subprocess.Popen([program(), "server", "http://127.0.0.1:9", "http://127.0.0.1:9"], env=environment,
                          stdout=subprocess.PIPE, text=True) as server:
        server.stdout.readline()
        server.kill()


def fill(database, rows):
    database.sql(f"""
        INSERT INTO auth_sessions (id, provider, issuer, client_id, subject, subject_key, issuer_session_id,
          issuer_session_key, created_at, last_used_at, expires_at, absolute_expires_at, contents, fence)
        SELECT sha256(n::text::bytea), 'openid', 'https://login.example.com/', 'web', 'user-' || n,
          sha256(('u' || n)::bytea), NULL, NULL, now(), now(), now() + interval '8 hours', now() + interval '7 days',
          decode(repeat(md5(n::text), 50), 'hex'), 0
        FROM generate_series(1, {rows}) n""")
    database.sql("VACUUM ANALYZE auth_sessions")
    size = database.sql("SELECT pg_size_pretty(pg_total_relation_size('auth_sessions'))")
    print(f"{rows} sessions, {size}", flush=True)
