# shellcheck shell=bash
# The keys and certificates of the clients of `strict` and `third`, for scripts/identity-server. Uses the variables of
# choose_style.

# One key each for: assertions and signed requests, the second key of a rotation, and encrypted ID tokens.
make_client_keys() {
  local name
  for name in client client-next decryption; do
    openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$name.key.pem"
  done
  openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out decryption-rsa.key.pem
  make_client_certificates
} 2>/dev/null

# The one of tls-client is from the authority, the other one is self-signed.
make_client_certificates() {
  local key=(-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes)
  openssl req "${key[@]}" -subj "/O=Acme/CN=tls-client" -keyout tls-client.key.pem -out tls-client.csr
  cat >tls-client.ext <<'EXTENSIONS'
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = clientAuth
subjectAltName = DNS:tls-client.acme.test
EXTENSIONS
  openssl x509 -req -in tls-client.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 30 -extfile tls-client.ext \
    -out tls-client.pem
  openssl req -x509 "${key[@]}" -days 30 -subj "/CN=self-signed-client" -addext extendedKeyUsage=clientAuth \
    -keyout self-signed-client.key.pem -out self-signed-client.pem
}

add_strict_info() {
  add_info <<INFO
SIGNED_ISSUER=$BASE_URL/api/signed
MUTUAL_TLS_PORT=$MUTUAL_TLS_PORT
TLS_CLIENT=tls-client
TLS_CLIENT_CERTIFICATE=$STATE/tls-client.pem
TLS_CLIENT_KEY=$STATE/tls-client.key.pem
SELF_SIGNED_CLIENT=self-signed-client
SELF_SIGNED_CERTIFICATE=$STATE/self-signed-client.pem
SELF_SIGNED_KEY=$STATE/self-signed-client.key.pem
INFO
  add_client_keys_info
}

add_client_keys_info() {
  add_info <<INFO
KEY_CLIENT=jwt-client
CLIENT_KEY=$STATE/client.key.pem
CLIENT_KEY_ID=client-1
NEXT_CLIENT_KEY=$STATE/client-next.key.pem
NEXT_CLIENT_KEY_ID=client-2
ENCRYPTED_CLIENT=encrypted-client
DECRYPTION_KEY=$STATE/decryption.key.pem
DECRYPTION_KEY_ID=decryption-1
RSA_ENCRYPTED_CLIENT=rsa-encrypted-client
RSA_DECRYPTION_KEY=$STATE/decryption-rsa.key.pem
RSA_DECRYPTION_KEY_ID=decryption-rsa-1
INFO
}
