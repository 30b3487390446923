# shellcheck shell=bash
# Writes info.env, which describes the running server, for scripts/identity-server. Uses the variables of choose_style.

# Begins the file with the lines that every server has.
begin_info() {
  local ca=$STATE/ca.pem
  [[ $BASE_URL = https:* ]] || ca=''
  printf '%s\n' "STYLE=$STYLE" "PORT=$PORT" "ISSUER=$ISSUER" "CA_FILE=$ca" >"$STATE/info.env"
}

# Adds lines from standard input.
add_info() { cat >>"$STATE/info.env"; }

# Adds the user and the clients of a server with a sign-in page.
add_sign_in_info() { # [SECRET]
  add_info <<INFO
DISCOVERY=${ISSUER%/}/.well-known/openid-configuration
USERNAME=alice
PASSWORD=alice-password-1
PUBLIC_CLIENT=native-app
CONFIDENTIAL_CLIENT=web-app
CONFIDENTIAL_SECRET=${1:-web-app-secret-1}
REDIRECT_URI=http://127.0.0.1:8765/callback
INFO
}
