"""A client of a protected MCP server, with the official SDK: registers, signs in, and calls the server's first tool.

    client.py URL

It follows the authorization server's redirects instead of opening a browser. Prints the tool's text.
"""

import sys
from urllib.parse import parse_qs, urljoin, urlsplit

import anyio
import httpx2
from mcp import ClientSession
from mcp.client.auth import AuthorizationCodeResult, OAuthClientProvider, TokenStorage
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import OAuthClientMetadata

CALLBACK = "http://127.0.0.1:7777/callback"


class Memory(TokenStorage):
    """Keeps the tokens and the registration of one run."""

    tokens = client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client_info):
        self.client = client_info


class Redirects:
    """Follows redirects from the authorization URL until one leads to the callback."""

    async def open(self, url):
        async with httpx2.AsyncClient() as client:
            for _ in range(10):
                response = await client.get(url)
                url = urljoin(url, response.headers["location"])
                if url.startswith(CALLBACK):
                    self.callback = {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}
                    return
        raise RuntimeError("the authorization server didn't redirect to the callback")

    async def result(self):
        fields = self.callback
        return AuthorizationCodeResult(code=fields["code"], state=fields.get("state"), iss=fields.get("iss"))


async def main(url):
    redirects = Redirects()
    provider = OAuthClientProvider(
        url, OAuthClientMetadata(client_name="client.py", redirect_uris=[CALLBACK]), Memory(),
        redirect_handler=redirects.open, callback_handler=redirects.result)
    async with httpx2.AsyncClient(auth=provider) as http:
        async with streamable_http_client(url, http_client=http) as (reading, writing):
            async with ClientSession(reading, writing) as session:
                await session.initialize()
                tools = await session.list_tools()
                result = await session.call_tool(tools.tools[0].name, {})
                print(result.content[0].text)


anyio.run(main, *sys.argv[1:])
