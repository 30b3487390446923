"""All scenarios. Each is declared once: the table, the list, and the runs are derived from it."""

import clock
import disk
import keyring
import network
import postgres
import sign_outs
import web
from kills import kill
from scenario import Loss, Scenario
from stores import Files, Keyring, Postgres

# What the provider's log shows about a lost session: the provider exchanged the refresh token, and no process had the new tokens.
EXCHANGED = Loss("Any session whose last tokens a process had, or whose token wasn't being exchanged while something was broken")
ANY = Loss("Any session", can_be_explained=False)
SIGNED_OUT = Loss("Any session that comes back after a sign-out", can_be_explained=False)
CLOCK = Loss("Any session, and a token that an API still rejects at the second request", can_be_explained=False)

ALL = [
    Scenario(
        "kill-files", "a process that refreshes; encrypted files",
        "SIGKILL before or after each request and write of a refresh in turn, and at random times", 15,
        "the kernel releases the lock of a killed process", EXCHANGED, 500, 24, kill(Files)),
    Scenario(
        "kill-keyring", "a process that refreshes; the keyring",
        "SIGKILL before or after each request and write of a refresh in turn, and at random times", 15,
        "the kernel releases the lock of a killed process", EXCHANGED, 500, 24, kill(Keyring)),
    Scenario(
        "kill-postgres", "a process that refreshes; PostgreSQL",
        "SIGKILL before or after each request and write of a refresh in turn, and at random times", 15,
        "the lock of a killed process ends after 2 seconds", EXCHANGED, 500, 8, kill(Postgres, hold=2)),
    Scenario(
        "kill-overlap", "a process that refreshes; encrypted files; a provider that accepts a token again for an hour",
        "SIGKILL before or after each request and write of a refresh in turn, and at random times", 15,
        "the kernel releases the lock of a killed process", ANY, 200, 16, kill(Files, overlap=3600)),
    Scenario(
        "full-disk", "a real file system with the sessions", "it's filled while two processes refresh, to 0 to 3 free pages", 15,
        "a failed write returns at once", EXCHANGED, 100, 8, disk.full),
    Scenario(
        "failing-writes", "the disk with the sessions",
        "each write of a refresh fails in turn, alone or with all later ones: full, quota, defect. Every third time, the "
        "process is killed", 15, "a failed write returns at once", EXCHANGED, 250, 16, disk.broken_at_each_write),
    Scenario(
        "failing-reads", "the disk with the sessions",
        "each read of a refresh fails in turn, alone or with all later ones. Every third time, the process is killed", 15,
        "a failed read returns at once", EXCHANGED, 100, 6, disk.broken_at_each_read),
    Scenario(
        "read-only", "a real file system with the sessions", "it's remounted read-only while two processes refresh", 15,
        "a failed write returns at once", EXCHANGED, 100, 8, disk.read_only),
    Scenario(
        "slow-disk", "the disk with the sessions", "each write takes up to half a second", 75,
        "two refreshes with all writes", ANY, 20, 0, disk.slow),
    Scenario(
        "clock-forward", "the clock of one process, or of all", "it jumps a year ahead, and back", 15,
        "nothing waits for the time of day", CLOCK, 20, 1,
        clock.forward),
    Scenario(
        "clock-backward", "the clock of one process, or of all", "it jumps a year back, and ahead again", 15,
        "nothing waits for the time of day", CLOCK, 20, 1,
        clock.backward),
    Scenario(
        "sign-out-kills", "a process that refreshes, or signs out; encrypted files",
        "SIGKILL at random times while two processes refresh and another one signs out", 15,
        "the kernel releases the lock of a killed process", SIGNED_OUT, 200, 6, sign_outs.killed),
    Scenario(
        "sign-out-failing-writes", "the disk with the sessions",
        "each write fails in turn while two processes refresh and another one signs out", 15, "a failed write returns at once",
        SIGNED_OUT, 200, 6, sign_outs.with_failing_writes),
    Scenario(
        "sign-out-failing-reads", "the disk with the sessions",
        "each read fails in turn while two processes refresh and another one signs out", 15, "a failed read returns at once",
        SIGNED_OUT, 200, 6, sign_outs.with_failing_reads),
    Scenario(
        "sign-out-postgres", "PostgreSQL", "it's restarted with -m immediate while two processes refresh and another one signs out", 60,
        "a statement is repeated for 20 seconds, and a sign-out has several", SIGNED_OUT, 50, 0, sign_outs.during_restart),
    Scenario(
        "clock-database", "the clock of PostgreSQL", "it jumps a year ahead or back, and then back again, while three processes refresh",
        60, "a statement is repeated for 20 seconds, and a refresh has several", EXCHANGED, 20, 0, postgres.wrong_clock),
    Scenario(
        "keyring-killed", "gnome-keyring", "SIGKILL while two processes refresh, and a new start", 30,
        "a call to the keyring takes at most 25 seconds", EXCHANGED, 100, 4, keyring.killed),
    Scenario(
        "bus-killed", "the session bus and gnome-keyring", "SIGKILL while two processes refresh, and a new start", 30,
        "a call to the keyring takes at most 25 seconds", EXCHANGED, 50, 0, keyring.bus_killed),
    Scenario(
        "keyring-suspended", "gnome-keyring", "SIGSTOP for up to 3 seconds while two processes refresh", 30,
        "a call to the keyring takes at most 25 seconds", EXCHANGED, 20, 0, keyring.suspended),
    Scenario(
        "network-resets", "the network to the provider",
        "TCP RST to both ends instead of a packet with data: requests and responses of all kinds", 75,
        "two requests with their time limit of 30 seconds", EXCHANGED, 100, 3, network.connection_resets),
    Scenario(
        "network-resets-overlap", "the same, with a provider that accepts a token again for an hour",
        "TCP RST to both ends instead of a packet with data: requests and responses of all kinds", 75,
        "two requests with their time limit of 30 seconds", ANY, 50, 0, network.resets_with_overlap),
    Scenario(
        "network-reorders", "the network to the provider",
        "packets are delayed by up to 0.3 s in any order, up to 10 % are lost, and up to 10 % are repeated", 75,
        "two requests with their time limit of 30 seconds", EXCHANGED, 20, 0, network.reordered),
    Scenario(
        "network-stalls", "the network to the provider", "all packets are lost for 0.5, 2, 8, or 35 seconds", 330,
        "a process waits for the lock of another one for at most 300 seconds, and for its own request for 30", EXCHANGED, 12, 0,
        network.stalls),
    Scenario(
        "network-stalls-overlap", "the same, with a provider that accepts a token again for an hour",
        "all packets are lost for 0.5, 2, 8, or 35 seconds", 330,
        "a process waits for the lock of another one for at most 300 seconds, and for its own request for 30", ANY, 12,
        0, network.stalls_with_overlap),
    Scenario(
        "database-resets", "the network to the provider and to PostgreSQL", "TCP RST to both ends instead of a packet with data",
        75, "two requests with their time limit of 30 seconds", EXCHANGED, 100, 2, network.database_resets),
    Scenario(
        "database-reorders", "the network to the provider and to PostgreSQL",
        "packets are delayed by up to 0.3 s in any order, up to 10 % are lost, and up to 10 % are repeated", 75,
        "two requests with their time limit of 30 seconds", EXCHANGED, 12, 0, network.database_reorders),
    Scenario(
        "database-stalls", "the network to the provider and to PostgreSQL", "all packets are lost for 0.5, 2, 8, or 35 seconds",
        120, "a statement takes at most 10 seconds and is repeated for 20, and a request takes at most 30", EXCHANGED, 12, 0,
        network.database_stalls),
    Scenario(
        "postgres-restarts", "PostgreSQL", "it's restarted with -m immediate while three processes refresh", 60,
        "a statement is repeated for 20 seconds, and a refresh has several", EXCHANGED, 50, 2, postgres.restarted),
    Scenario(
        "postgres-full-disk", "PostgreSQL's disk", "it's full for up to 3 seconds while three processes refresh, and the server "
        "starts again", 60, "a statement is repeated for 20 seconds, and a refresh has several", EXCHANGED, 30, 0,
        postgres.filled),
    Scenario(
        "postgres-failing-writes", "PostgreSQL's disk",
        "each write of the server during a refresh fails in turn, alone or with all later ones: full, quota, defect. Then the "
        "server starts again", 60, "a statement is repeated for 20 seconds, and a refresh has several", EXCHANGED, 100, 2,
        postgres.failing_at_each_write),
    Scenario(
        "failover", "PostgreSQL", "SIGKILL, and its synchronous replica replaces it while three processes refresh", 60,
        "a statement is repeated for 20 seconds, and a refresh has several", EXCHANGED, 20, 0, postgres.failed_over),
    Scenario(
        "failover-silent", "PostgreSQL", "SIGSTOP, and its synchronous replica replaces it while three processes refresh", 75,
        "a statement takes at most 10 seconds and is repeated for 20, and a refresh has several", EXCHANGED, 10, 0,
        postgres.failed_over_from_silence),
    Scenario(
        "failover-lag", "PostgreSQL", "SIGKILL, and a replica replaces it that doesn't have the last changes", 60,
        "a statement is repeated for 20 seconds, and a refresh has several",
        Loss("Any session whose last change the replica had"), 20, 0, postgres.failed_over_with_lag),
    Scenario(
        "web-kills", "three web servers with one PostgreSQL",
        "SIGKILL of a server, or of PostgreSQL every fourth time. Every tenth time, SIGSTOP of a server", 90,
        "a proxy repeats requests while PostgreSQL starts, and the lease of a killed server ends after 3 seconds", EXCHANGED, 100,
        0, web.killed),
    Scenario(
        "web-failover", "three web servers with one PostgreSQL", "SIGKILL of PostgreSQL, and its synchronous replica replaces it",
        90, "a proxy repeats requests until the replica is the primary server", EXCHANGED, 10, 0, web.failed_over),
    Scenario(
        "web-clock", "the clock of one of three web servers", "it jumps by a year in both directions, while the server removes "
        "expired sessions", 90, "a proxy sends requests to the other servers", ANY, 10, 0, web.wrong_clock),
]
