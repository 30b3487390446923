# shellcheck shell=bash
# Starts a protected MCP server for scripts/identity-server. Uses the variables of choose_style.

start_mcp() {
  local program=server.py
  [ "$STYLE" = mcp ] || program=fast.py
  launch mcp "${STATE%/*}/mcp-python/bin/python" -B "$lib/mcp/$program"
  wait_until_listening mcp
  write_mcp_info
}

write_mcp_info() {
  begin_info
  add_info <<INFO
RESOURCE=$BASE_URL/mcp
REFRESHES=$BASE_URL/test/refreshes
EXPIRE=$BASE_URL/test/expire
ACCESS_TOKEN_SECONDS=$ACCESS_TOKEN_SECONDS
INFO
}
