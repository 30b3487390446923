"""Small changes of an input."""
import random

WORDS = [b"\0", b"\xff", b"\xc0\xaf", b"\xed\xa0\x80", b" ", b"\t", b"\n", b".", b"=", b"==", b"%00", b"%2e", b"@", b":", b"/", b"\\", b"#", b"?", b"&", b"[", b"]",
         b"{", b"}", b'"', b",", b"\\u0000", b"null", b"1e9", b"-1", "\u0301".encode(), "\u212a".encode(), "\uff0e".encode()]


def damaged(source: random.Random, raw: bytes) -> bytes:
    """Returns a copy with one to three changes."""
    made = bytearray(raw)
    for _ in range(source.randrange(1, 4)):
        place = source.randrange(len(made) + 1)
        kind = source.randrange(6)
        if kind == 0 and place < len(made):
            made[place] ^= 1 << source.randrange(8)
        elif kind == 1:
            del made[place:place + source.randrange(1, 4)]
        elif kind == 2:
            made[place:place] = source.choice(WORDS)
        elif kind == 3:
            end = place + source.randrange(1, 12)
            made[place:place] = made[place:end]
        elif kind == 4 and place < len(made):
            made[place] = source.randrange(0x20, 0x7F)
        else:
            made[place:place + 1] = source.choice(WORDS)
    return bytes(made)
