"""An MCP host: runs a server's command, and calls the tool of server.py through it, with the official SDK.

    host.py MODE NAME COMMAND ARGUMENT...

MODE is `legacy` for the protocol before 2026-07-28, or a version. Prints the tool's text.
"""

import os
import sys

import anyio
from mcp import Client, StdioServerParameters, stdio_client


async def main(mode, name, command, *arguments):
    server = StdioServerParameters(command=command, args=list(arguments), env=dict(os.environ))
    async with Client(stdio_client(server), mode=mode) as client:
        tools = await client.list_tools()
        result = await client.call_tool(tools.tools[0].name, {"name": name})
        print(result.content[0].text)


anyio.run(main, *sys.argv[1:])
