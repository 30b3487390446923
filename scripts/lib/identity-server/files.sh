# shellcheck shell=bash
# The files that scripts/identity-server creates before it starts a process. Uses the variables of choose_style.

make_certificates() {
  local key=(-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes)
  openssl req -x509 "${key[@]}" -days 30 -subj "/CN=Test CA of $STYLE" -keyout ca.key -out ca.pem \
    -addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign,cRLSign
  openssl req "${key[@]}" -subj /CN=localhost -keyout tls.key -out tls.csr
  cat >tls.ext <<'EXTENSIONS'
subjectAltName = DNS:localhost, IP:127.0.0.1
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = serverAuth
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
EXTENSIONS
  openssl x509 -req -in tls.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 30 -extfile tls.ext -out tls.pem
  cat tls.pem ca.pem tls.key >haproxy.pem # with the CA, because a browser can pin its key only if the server sends it
} 2>/dev/null

make_glewlwyd_files() {
  local name script=()
  /usr/bin/python3 -c 'import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(sys.stdin.read())' \
    "$STATE/glewlwyd.db" </usr/share/dbconfig-common/data/glewlwyd/install/sqlite3
  # Debian's webapp/config.json is a dangling link or a directory, but the login page needs the file.
  cp -rL /usr/share/glewlwyd/webapp "$STATE/webapp" 2>/dev/null || true
  rm -rf "$STATE/webapp/config.json"
  cp /usr/share/glewlwyd/templates/config.json "$STATE/webapp/config.json"
  mkdir "$STATE/no-middleware"
  for name in STATE BACKEND_PORT EXTERNAL_URL LOGIN_URL API_PREFIX COOKIE_SECURE; do
    script+=(-e "s|@$name@|${!name}|g")
  done
  sed "${script[@]}" "$lib/glewlwyd.conf" >"$STATE/glewlwyd.conf"
  make_signing_keys
}

# The first key signs unless a client's sign_kid names another.
make_signing_keys() {
  local full=0
  # In one of 128 EC keys, the leading zero of a coordinate is missing. RFC 7518 §6.2.1.2 forbids that, and the runtime
  # rejects it. 32 bytes are 43 characters: x and y of the EC key, x of the Edwards key.
  until [ "$full" = 3 ]; do
    rnbyc -j -g rsa2048 -k rs256 -a RS256 -g ec256 -k es256 -a ES256 -g rsa2048 -k ps256 -a PS256 \
      -g ed25519 -k eddsa -a EdDSA -p /dev/null -o "$STATE/keys.jwks" >/dev/null 2>&1
    full=$(grep -Ec '"[xy]": "[^"]{43}"' "$STATE/keys.jwks") || true
  done
}
