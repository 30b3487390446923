import AuthRuntime
import AuthTesting
import Foundation

@testable import authctl

extension Visit {
  /// A document that differs from the usual one.
  private static func document(_ changes: String, _ lines: String...) -> Visit {
    Visit(name: changes, server: PublishingServer(changes: changes), lines: lines)
  }

  static let ofDocuments: [Visit] = [
    document(
      #"{"issuer": "BASE/"}"#,
      "5:3: contradiction: the issuer is BASE here and BASE/ there; every token would be rejected; write 'BASE/' "
        + "[issuer]"),
    document(
      #"{"issuer": null}"#, "5:3: contradiction: the document names no issuer; clients reject it [issuer]"),
    document(
      #"{"token_endpoint": null}"#,
      "4:1: contradiction: neither the descriptor nor the document has a token_endpoint; add 'server.token_endpoint' "
        + "[endpoints]"),
    document(
      #"{"token_endpoint": "http://acme.example/token"}"#,
      "4:1: contradiction: the document's token_endpoint cannot be used: insecureURL: http://acme.example isn't "
        + "https (http is allowed for loopback addresses only; in metadata, the issuer must be one too); "
        + "the server has to change it, or state all endpoints and write "
        + "'discovery: none' [endpoints]"),
    document(
      #"{"id_token_signing_alg_values_supported": ["RS256", "HS256"]}"#,
      "7:13: contradiction: ID tokens are signed with RS256 and HS256; allowed are ES256; "
        + "write 'id_token: { algorithms: [RS256] }' [algorithms]"),
    document(
      #"{"id_token_signing_alg_values_supported": ["HS256"]}"#,
      "7:13: contradiction: ID tokens are signed with HS256; allowed are ES256; clients can verify none of them "
        + "[algorithms]"),
    document(
      #"{"id_token_signing_alg_values_supported": ["ES256", "RS256"]}"#,
      "7:13: advice: RS256: announced, not allowed, so a client must not be registered for it; "
        + "allow RS256, which clients are registered for if nobody chooses another one [algorithms]"),
    document(
      #"{"id_token_signing_alg_values_supported": null}"#,
      "7:13: advice: the document does not say which algorithms ID tokens are signed with [algorithms]"),
    document(
      #"{"code_challenge_methods_supported": ["plain"]}"#,
      "1:1: contradiction: PKCE is announced with plain only, and clients send S256; "
        + "no client of this descriptor can sign in [pkce]"),
    document(
      #"{"code_challenge_methods_supported": null}"#,
      "1:1: advice: the document does not announce PKCE; clients send S256, which such servers usually ignore; "
        + "ask the provider whether it checks the verifier [pkce]"),
    document(
      #"{"scopes_supported": ["profile", "email", "offline_access"]}"#,
      "1:1: contradiction: the scope openid is not among those announced (profile, email and offline_access); "
        + "is this an OpenID Connect server? [scopes]"),
    document(
      #"{"scopes_supported": ["openid", "profile"]}"#,
      "1:1: advice: email: asked for, not announced; write 'scopes: { default: [openid, profile] }' [scopes]",
      "1:1: advice: offline_access, which asks for a refresh token, is not announced; "
        + "find out how the provider is asked for one [scopes]"),
    document(#"{"scopes_supported": []}"#),
    document(
      #"{"token_endpoint_auth_methods_supported": ["private_key_jwt"]}"#,
      "6:11: advice: clients without a secret ('none') are not announced; the server knows private_key_jwt; "
        + "remove 'public' from 'client.types' unless the provider registers native apps [client]"),
    document(
      #"{"response_types_supported": ["id_token"]}"#,
      "1:1: contradiction: the response type code is not announced; the server knows id_token; "
        + "no client of this descriptor can sign in [response]"),
    document(
      #"{"response_types_supported": null}"#,
      "1:1: advice: the document does not say which response types it knows [response]"),
    document(
      #"{"response_modes_supported": ["form_post"]}"#,
      "1:1: contradiction: the response mode query is not announced; the server knows form_post; "
        + "no client of this descriptor can sign in [response]"),
    document(
      #"{"grant_types_supported": ["implicit"]}"#,
      "1:1: contradiction: the grant authorization_code is not announced; the server knows implicit; "
        + "no client of this descriptor can sign in [grants]"),
    document(
      #"{"grant_types_supported": ["authorization_code"]}"#,
      "1:1: advice: the grant refresh_token is not announced; "
        + "write 'refresh: none' if the provider issues no refresh tokens [grants]"),
    document(#"{"authorization_response_iss_parameter_supported": null}"#),
    document(
      #"{"end_session_endpoint": null}"#,
      "1:1: contradiction: the server announces no end_session_endpoint; "
        + "write 'logout: { style: none }', or 'style: custom' with the provider's own page [logout]"),
    document(
      #"{"revocation_endpoint": null}"#,
      "1:1: advice: the server announces no revocation_endpoint; "
        + "write 'revocation: { style: none }', so that no app tries [revocation]"),
    document(
      #"{"issuer": "https://evil.example/\u001b[2J\u202e\n"}"#,
      "5:3: contradiction: the issuer is BASE here and https://evil.example/\u{FFFD}[2J\u{FFFD}\u{FFFD} there; "
        + "every token would be rejected; write 'https://evil.example/\u{FFFD}[2J\u{FFFD}\u{FFFD}' [issuer]"),
  ]
}
