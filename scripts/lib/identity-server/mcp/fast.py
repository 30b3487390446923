"""Runs a protected MCP server and its authorization server on 127.0.0.1:PORT, with FastMCP.

The authorization server registers clients, and grants everything without a page. Its authorization responses don't
contain `iss`, and its tokens aren't bound to a resource.

Started by scripts/identity-server, which passes PORT and BASE_URL in the environment.
"""

import os
import signal

import uvicorn
from fastmcp import FastMCP
from fastmcp.server.auth.auth import ClientRegistrationOptions, RevocationOptions
from fastmcp.server.auth.providers.in_memory import InMemoryOAuthProvider
from fastmcp.server.dependencies import get_access_token

SCOPES = ["notes:read", "notes:write"]


def main():
    # Foundation's Process passes its blocked signals on, and SIGTERM has to end this process.
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    server = FastMCP("notes", auth=InMemoryOAuthProvider(
        base_url=os.environ["BASE_URL"], required_scopes=SCOPES[:1], revocation_options=RevocationOptions(enabled=True),
        client_registration_options=ClientRegistrationOptions(
            enabled=True, valid_scopes=SCOPES, default_scopes=SCOPES)))

    @server.tool
    def greet(name: str) -> str:
        """Greets a person, and names the scopes of the token."""
        return f"Hello, {name}, with {' '.join(sorted(get_access_token().scopes))}"

    uvicorn.run(server.http_app(path="/mcp"), host="127.0.0.1", port=int(os.environ["PORT"]), log_level="warning")


main()
