"""Runs a protected MCP server and its authorization server on 127.0.0.1:PORT, with the official SDK.

The authorization server registers clients, and grants everything without a page. Refresh tokens rotate: one that was
used before is rejected. Two more endpoints serve the tests: POST /test/expire rejects all access tokens from then on,
and GET /test/refreshes returns the number of refreshes.

Started by scripts/identity-server, which passes PORT, BASE_URL, ISSUER and ACCESS_TOKEN_SECONDS in the environment.
"""

import os
import secrets
import signal
import time

import uvicorn
from mcp.server.auth.middleware.auth_context import get_access_token
from mcp.server.auth.provider import (
    AccessToken, AuthorizationCode, OAuthAuthorizationServerProvider, RefreshToken, construct_redirect_uri)
from mcp.server.auth.settings import AuthSettings, ClientRegistrationOptions, RevocationOptions
from mcp.server.mcpserver import MCPServer
from mcp.shared.auth import OAuthToken
from starlette.responses import PlainTextResponse
from starlette.routing import Route

LIFETIME = int(os.environ["ACCESS_TOKEN_SECONDS"])
SCOPES = ["notes:read", "notes:write"]


class Provider(OAuthAuthorizationServerProvider):
    """Keeps everything in memory."""

    def __init__(self):
        self.clients, self.codes, self.access, self.refresh = {}, {}, {}, {}
        self.refreshes = 0

    async def get_client(self, client_id):
        return self.clients.get(client_id)

    async def register_client(self, client_info):
        self.clients[client_info.client_id] = client_info

    async def authorize(self, client, params):
        code = AuthorizationCode(
            code=secrets.token_hex(20), scopes=params.scopes or SCOPES[:1], expires_at=time.time() + 60,
            client_id=client.client_id, code_challenge=params.code_challenge, redirect_uri=params.redirect_uri,
            redirect_uri_provided_explicitly=params.redirect_uri_provided_explicitly, resource=params.resource)
        self.codes[code.code] = code
        return construct_redirect_uri(
            str(params.redirect_uri), code=code.code, state=params.state, iss=os.environ["ISSUER"])

    async def load_authorization_code(self, client, authorization_code):
        return self.codes.get(authorization_code)

    async def exchange_authorization_code(self, client, authorization_code):
        del self.codes[authorization_code.code]
        return self.tokens(client, authorization_code.scopes, authorization_code.resource)

    async def load_refresh_token(self, client, refresh_token):
        return self.refresh.get(refresh_token)

    async def exchange_refresh_token(self, client, refresh_token, scopes):
        del self.refresh[refresh_token.token]
        self.refreshes += 1
        return self.tokens(client, scopes or refresh_token.scopes, refresh_token.resource)

    async def load_access_token(self, token):
        return self.access.get(token)

    async def revoke_token(self, token):
        self.access.pop(token.token, None)
        self.refresh.pop(token.token, None)

    def tokens(self, client, scopes, resource):
        access, refresh = "access-" + secrets.token_hex(20), "refresh-" + secrets.token_hex(20)
        facts = {"client_id": client.client_id, "scopes": scopes, "resource": resource, "subject": "alice"}
        self.access[access] = AccessToken(token=access, expires_at=int(time.time()) + LIFETIME, **facts)
        self.refresh[refresh] = RefreshToken(token=refresh, **facts)
        return OAuthToken(
            access_token=access, refresh_token=refresh, token_type="Bearer", expires_in=LIFETIME,
            scope=" ".join(scopes))


def make_server(provider):
    server = MCPServer(
        "notes", auth_server_provider=provider, log_level="WARNING",
        auth=AuthSettings(
            issuer_url=os.environ["ISSUER"], resource_server_url=os.environ["BASE_URL"] + "/mcp",
            required_scopes=SCOPES[:1], validate_token_resource=True, revocation_options=RevocationOptions(enabled=True),
            client_registration_options=ClientRegistrationOptions(
                enabled=True, valid_scopes=SCOPES, default_scopes=SCOPES)))

    @server.tool()
    def greet(name: str) -> str:
        """Greets a person, and names the user of the token."""
        return f"Hello, {name}, from {get_access_token().subject}"

    return server


def main():
    # Foundation's Process passes its blocked signals on, and SIGTERM has to end this process.
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    provider = Provider()

    async def expire(request):
        provider.access.clear()
        return PlainTextResponse("")

    async def refreshes(request):
        return PlainTextResponse(str(provider.refreshes))

    app = make_server(provider).streamable_http_app()
    app.router.routes += [Route("/test/expire", expire, methods=["POST"]), Route("/test/refreshes", refreshes)]
    uvicorn.run(app, host="127.0.0.1", port=int(os.environ["PORT"]), log_level="warning")


main()
