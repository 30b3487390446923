# shellcheck shell=bash
# Starts the second server, django-oauth-toolkit, for scripts/identity-server. Uses the variables of choose_style.

start_second() {
  launch second "${STATE%/*}/second-python/bin/python" -B "$lib/second/server.py"
  wait_until_listening second
  write_second_info
}

# The discovery document doesn't list the three endpoints below. The metadata of RFC 8414 lists the last two.
write_second_info() {
  begin_info
  add_sign_in_info
  add_info <<INFO
DEVICE_CLIENT=device-app
MACHINE_CLIENT=machine
MACHINE_SECRET=machine-secret-1
DEVICE_AUTHORIZATION_ENDPOINT=$ISSUER/device-authorization/
REVOCATION_ENDPOINT=$ISSUER/revoke_token/
INTROSPECTION_ENDPOINT=$ISSUER/introspect/
POST_LOGOUT_URI=http://127.0.0.1:8765/signed-out
ACCESS_TOKEN_SECONDS=$ACCESS_TOKEN_SECONDS
GRACE_SECONDS=$GRACE_SECONDS
INFO
}
