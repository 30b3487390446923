"""The commands that the terminals show."""
from dataclasses import dataclass


@dataclass(frozen=True)
class Capture:
    """Commands that run in order in a folder that looks like a clone; `{issuer}` is the issuer of the test server."""
    name: str
    commands: tuple[str, ...]
    setup: str = ""  # a command that runs first and isn't shown


SIGN_IN = Capture(
    "terminal-sign-in", ("authctl sign-in --no-store \\\n  --client-id native-app \\\n  --issuer {issuer}",))

CAPTURES = (
    SIGN_IN,
    Capture(
        "terminal-doctor", ("authctl doctor acme.yaml \\\n  | grep -v ': fine:'",),
        setup="authctl init {issuer} --id acme --name Acme"),
    Capture("terminal-validate", ("authgen validate acme.yaml",), setup="sed -i 's/^scopes:/scope:/' acme.yaml"),
    Capture(
        "terminal-new", ("authgen new Staff \\\n  --provider acme.yaml --output ..",),
        setup="sed -i 's/^scope:/scopes:/' acme.yaml"),
)
