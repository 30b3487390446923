"""Breaks the disk and the clock of one or more processes, with a library that they load (shim.c)."""

import errno
import mmap
import os
import pathlib
import struct
import subprocess

from machinery import ROOT

SOURCE = pathlib.Path(__file__).with_name("shim.c")
# A full disk, an exceeded quota, and a defect.
ERRORS = [errno.ENOSPC, errno.EDQUOT, errno.EIO]
YEAR = 365 * 24 * 3600
# `struct control` in shim.c, without the folder.
LAYOUT = {"clock": (0, "q"), "countdown": (8, "i"), "sticky": (12, "i"), "code": (16, "i"), "delay": (20, "i"),
          "calls": (24, "i"), "reads": (28, "i")}
FOLDER_AT = 32
SIZE = FOLDER_AT + 4096 + 4


def library():
    """Compiles the library if it's missing or older than its source."""
    result = ROOT / ".build/chaos/shim.so"
    if not result.exists() or result.stat().st_mtime < SOURCE.stat().st_mtime:
        result.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["clang", "-shared", "-fPIC", "-O1", "-o", result, SOURCE, "-ldl"], check=True)
    return result


class Faults:
    """The faults of the processes that start with this environment. Nothing is broken at first."""

    def __init__(self, file, folder=None):
        self.file = pathlib.Path(file)
        self.file.write_bytes(bytes(SIZE))
        # PostgreSQL's user also writes to it.
        self.file.chmod(0o666)
        with open(self.file, "r+b") as opened:
            self.memory = mmap.mmap(opened.fileno(), SIZE)
        self.heal()
        if folder:
            name = os.fsencode(os.path.realpath(folder))
            self.memory[FOLDER_AT:FOLDER_AT + len(name)] = name

    @property
    def environment(self):
        return {"LD_PRELOAD": str(library()), "AUTH_CHAOS_CONTROL": str(self.file)}

    def set(self, **values):
        for name, value in values.items():
            place, kind = LAYOUT[name]
            struct.pack_into(kind, self.memory, place, value)

    def get(self, name):
        place, kind = LAYOUT[name]
        return struct.unpack_from(kind, self.memory, place)[0]

    def heal(self):
        """Repairs the disk and the clock."""
        self.set(clock=0, countdown=-1, sticky=0, code=errno.ENOSPC, delay=0, calls=0, reads=0)

    def fail_call(self, number, stays=True, code=errno.ENOSPC):
        """Lets `number` calls succeed, and fails the next one, and all later ones if the fault stays. Calls are writes, or reads if
        `reads` is set."""
        self.number = number
        self.set(countdown=-1)
        self.set(sticky=int(stays), code=code, calls=0)
        self.set(countdown=number)

    @property
    def has_failed(self):
        """Whether a call has failed."""
        return self.get("calls") > self.number

    def fail_in_turn(self, number, calls):
        """Fails each call in turn, alone or with all later ones, and then repeats this with the next error."""
        self.fail_call(number % calls, stays=number // calls % 2 == 0, code=ERRORS[number // calls // 2 % len(ERRORS)])
