"""Base64url without padding (RFC 7515 section 2)."""
import base64
import binascii
import re


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes | None:
    """Decodes leniently, as the other implementations do."""
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (ValueError, binascii.Error):
        return None


def is_canonical(text: str) -> bool:
    """Whether an encoder produces this text, so that no other text has the same bytes."""
    if not re.fullmatch(r"[A-Za-z0-9_-]*", text) or len(text) % 4 == 1:
        return False
    return encode(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))) == text
