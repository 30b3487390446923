import AuthRuntime
import AuthTesting
import Foundation

@testable import authctl

extension DoctorCase {
  /// A document that differs from the usual one.
  private static func document(_ changes: String, _ lines: String...) -> DoctorCase {
    DoctorCase(name: changes, server: PublishingServer(changes: changes), lines: lines)
  }

  static let ofDocuments: [DoctorCase] = [
    document(
      #"{"issuer": "BASE/"}"#,
      "5:3: contradiction: the issuer is BASE here but BASE/ on the server; clients reject all tokens; write 'BASE/' "
        + "[issuer]"),
    document(
      #"{"issuer": null}"#, "5:3: contradiction: the document lacks an issuer; clients reject it [issuer]"),
    document(
      #"{"token_endpoint": null}"#,
      "4:1: contradiction: missing token_endpoint, in the descriptor and in the document; add 'server.token_endpoint' "
        + "[endpoints]"),
    document(
      #"{"token_endpoint": "http://acme.example/token"}"#,
      "4:1: contradiction: the document's token_endpoint can't be used: insecureURL: http://acme.example isn't "
        + "https (http is allowed for loopback addresses only; in metadata, the issuer must be one too); ask the "
        + "provider to change it, or list all endpoints and write 'discovery: none' [endpoints]"),
    document(
      #"{"id_token_signing_alg_values_supported": ["RS256", "HS256"]}"#,
      "7:13: contradiction: ID tokens are signed with RS256 and HS256; the descriptor allows ES256; "
        + "write 'id_token: { algorithms: [RS256] }' [algorithms]"),
    document(
      #"{"id_token_signing_alg_values_supported": ["HS256"]}"#,
      "7:13: contradiction: ID tokens are signed with HS256; the descriptor allows ES256; clients can verify none of "
        + "them [algorithms]"),
    document(
      #"{"id_token_signing_alg_values_supported": ["ES256", "RS256"]}"#,
      "7:13: advice: RS256: listed, not allowed, so a client must not be registered for it; "
        + "allow RS256, which is the default for registered clients [algorithms]"),
    document(
      #"{"id_token_signing_alg_values_supported": null}"#,
      "7:13: advice: the document doesn't list the algorithms for ID tokens [algorithms]"),
    document(
      #"{"code_challenge_methods_supported": ["plain"]}"#,
      "1:1: contradiction: the server lists PKCE only with plain, but clients send S256; "
        + "no client of this descriptor can sign in [pkce]"),
    document(
      #"{"code_challenge_methods_supported": null}"#,
      "1:1: advice: the document doesn't list PKCE; clients send S256, which such servers usually ignore; "
        + "ask the provider whether it checks the verifier [pkce]"),
    document(
      #"{"scopes_supported": ["profile", "email", "offline_access"]}"#,
      "1:1: contradiction: the scope openid isn't listed (only profile, email and offline_access); "
        + "is this an OpenID Connect server? [scopes]"),
    document(
      #"{"scopes_supported": ["openid", "profile"]}"#,
      "1:1: advice: email: requested, not listed; write 'scopes: { default: [openid, profile] }' [scopes]",
      "1:1: advice: offline_access, which requests a refresh token, isn't listed; "
        + "find out how to request one from this provider [scopes]"),
    document(#"{"scopes_supported": []}"#),
    document(
      #"{"token_endpoint_auth_methods_supported": ["private_key_jwt"]}"#,
      "6:11: advice: clients without a secret ('none') aren't listed; the server supports private_key_jwt; "
        + "remove 'public' from 'client.types' unless the provider registers native apps [client]"),
    document(
      #"{"response_types_supported": ["id_token"]}"#,
      "1:1: contradiction: the response type code isn't listed; the server supports id_token; "
        + "no client of this descriptor can sign in [response]"),
    document(
      #"{"response_types_supported": null}"#,
      "1:1: advice: the document doesn't list response types [response]"),
    document(
      #"{"response_modes_supported": ["form_post"]}"#,
      "1:1: contradiction: the response mode query isn't listed; the server supports form_post; "
        + "no client of this descriptor can sign in [response]"),
    document(
      #"{"grant_types_supported": ["implicit"]}"#,
      "1:1: contradiction: the grant authorization_code isn't listed; the server supports implicit; "
        + "no client of this descriptor can sign in [grants]"),
    document(
      #"{"grant_types_supported": ["authorization_code"]}"#,
      "1:1: advice: the grant refresh_token isn't listed; "
        + "write 'refresh: none' if the provider issues no refresh tokens [grants]"),
    document(#"{"authorization_response_iss_parameter_supported": null}"#),
    document(
      #"{"end_session_endpoint": null}"#,
      "1:1: contradiction: end_session_endpoint isn't listed; "
        + "write 'logout: { style: none }', or 'style: custom' with the provider's page [logout]"),
    document(
      #"{"revocation_endpoint": null}"#,
      "1:1: advice: revocation_endpoint isn't listed; "
        + "write 'revocation: { style: none }', so that apps don't try [revocation]"),
    document(
      #"{"issuer": "https://evil.example/\u001b[2J\u202e\n"}"#,
      "5:3: contradiction: the issuer is BASE here but https://evil.example/\u{FFFD}[2J\u{FFFD}\u{FFFD} on the server; "
        + "clients reject all tokens; write 'https://evil.example/\u{FFFD}[2J\u{FFFD}\u{FFFD}' [issuer]"),
  ]
}
