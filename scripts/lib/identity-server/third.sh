# shellcheck shell=bash
# Starts the third server, idpyoidc, for scripts/identity-server. Uses the variables of choose_style.

start_third() {
  make_certificates
  make_client_keys
  launch third "${STATE%/*}/third-python/bin/python" -B "$lib/third/server.py"
  wait_until_listening third
  write_third_info
}

write_third_info() {
  begin_info
  add_sign_in_info web-app-secret-1web-app-secret-1
  add_info <<<"AGE_LOGINS=$BASE_URL/test/age"
  add_client_keys_info
}
