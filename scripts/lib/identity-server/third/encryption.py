"""ID tokens for clients that have registered an algorithm for encryption, which idpyoidc doesn't look up itself."""

from idpyoidc.server.token.id_token import IDToken


class IDTokenForClient(IDToken):
    def sign_encrypt(self, session_information, client_id, encrypt=False, **named):
        client = self.upstream_get("context").cdb[client_id]
        encrypt = "id_token_encrypted_response_alg" in client
        return super().sign_encrypt(session_information, client_id, encrypt=encrypt, **named)
