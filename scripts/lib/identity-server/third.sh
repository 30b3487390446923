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
  cat >"$STATE/info.env" <<INFO
STYLE=$STYLE
PORT=$PORT
ISSUER=$ISSUER
DISCOVERY=$ISSUER/.well-known/openid-configuration
CA_FILE=$STATE/ca.pem
USERNAME=alice
PASSWORD=alice-password-1
PUBLIC_CLIENT=native-app
CONFIDENTIAL_CLIENT=web-app
CONFIDENTIAL_SECRET=web-app-secret-1web-app-secret-1
REDIRECT_URI=http://127.0.0.1:8765/callback
AGE_LOGINS=$BASE_URL/test/age
INFO
  write_client_keys_info
}
