import AuthRuntime
import AuthTesting
import Foundation

@testable import authctl

extension DoctorCase {
  /// All keys that a descriptor without discovery needs.
  private static let pinned = """
    schema: 1
    id: acme
    name: Acme
    discovery: none
    server:
      issuer: "BASE"
      authorization_endpoint: "BASE/authorize"
      token_endpoint: "BASE/token"
      jwks_uri: "BASE/keys"
    client: { types: [public] }
    id_token: { algorithms: [ES256] }
    logout: { style: none }
    revocation: { style: none }
    """
  private static let withoutLists = """
    {"scopes_supported": null, "end_session_endpoint": null, "revocation_endpoint": null}
    """

  static let ofDescriptors: [DoctorCase] = [
    DoctorCase(
      name: "endpoints that differ, and one that is unknown",
      descriptor: Acme.descriptor.replacing(
        "issuer: \"BASE\"\n",
        with:
          "issuer: \"BASE\"\n  token_endpoint: \"BASE/oauth/token\"\n  device_authorization_endpoint: \"BASE/device\"\n"
      ),
      lines: [
        "6:3: contradiction: token_endpoint is BASE/oauth/token here but BASE/token on the server; "
          + "write 'BASE/token', or leave it to discovery [endpoints]",
        "7:3: advice: device_authorization_endpoint is in the descriptor but not in the document; "
          + "remove it unless the provider documents it [endpoints]",
      ]),
    DoctorCase(
      name: "algorithms that are not listed",
      descriptor: Acme.descriptor.replacing("[ES256]", with: "[RS256, ES256]"),
      lines: [
        "7:13: advice: RS256: allowed, not listed; write 'id_token: { algorithms: [ES256] }' [algorithms]"
      ]),
    DoctorCase(
      name: "a client with a secret that the server does not know",
      descriptor: Acme.descriptor.replacing(
        "[public]", with: "[public, confidential], authentication: client_secret_post"),
      lines: [
        "6:42: contradiction: a client with a secret sends client_secret_post; the server supports none and "
          + "client_secret_basic; correct 'client.authentication' [client]"
      ]),
    DoctorCase(
      name: "one of two ways to present a secret",
      descriptor: Acme.descriptor.replacing(
        "[public]", with: "[confidential], authentication: [client_secret_post, client_secret_basic], exchange: backend"
      ),
      lines: [
        "6:34: advice: client_secret_post: not listed; write 'authentication: [client_secret_basic]' [client]"
      ]),
    DoctorCase(
      name: "iss that is stated and not promised",
      descriptor: Acme.descriptor.replacing(
        "\"BASE\"\n", with: "\"BASE\"\n  authorization_response_iss_parameter_supported: false\n"),
      lines: [
        "6:3: contradiction: authorization_response_iss_parameter_supported is false here but true on the server; "
          + "write 'authorization_response_iss_parameter_supported: true' [iss]"
      ]),
    DoctorCase(
      name: "logout and revocation that are listed and switched off",
      adding: "logout: { style: none }\nrevocation: { style: none }",
      lines: [
        "8:11: advice: the server lists an end_session_endpoint; write 'logout: { style: rp_initiated }' [logout]",
        "9:15: advice: the server lists a revocation_endpoint; write 'revocation: { style: rfc7009 }' [revocation]",
      ]),
    DoctorCase(
      name: "discovery that is switched off and possible", descriptor: pinned,
      server: PublishingServer(changes: withoutLists),
      lines: [
        "4:1: advice: the server has a document at BASE/.well-known/openid-configuration; "
          + "use 'discovery: runtime' to find what the descriptor doesn't state [discovery]"
      ]),
    DoctorCase(
      name: "no document, and none wanted", descriptor: pinned, server: PublishingServer(path: "/nowhere"),
      lines: [
        "6:3: advice: no document (unexpectedStatus: the discovery document responded with status 404), so endpoints, "
          + "algorithms, scopes, and the rest could not be compared [discovery]",
        "7:3: advice: the authorization endpoint returns 404 for a request without parameters; "
          + "check 'server.authorization_endpoint' [endpoints]",
      ]),
    DoctorCase(
      name: "a document where OAuth 2.0 servers have it, and clients look there too",
      server: PublishingServer(path: "/.well-known/oauth-authorization-server"), lines: []),
    DoctorCase(
      name: "a document where OAuth 2.0 servers have it, and discovery that is switched off", descriptor: pinned,
      server: PublishingServer(changes: withoutLists, path: "/.well-known/oauth-authorization-server"),
      lines: [
        "4:1: advice: the server has a document at BASE/.well-known/oauth-authorization-server; "
          + "use 'discovery: runtime' to find what the descriptor doesn't state [discovery]"
      ]),
  ]
}
