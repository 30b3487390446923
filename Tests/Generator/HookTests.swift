import AuthDescriptor
import Foundation
import Testing

@testable import AuthGenerator

@Suite struct `Initializers of generated clients` {
  private static let head = """
    schema: 1
    id: acme
    name: Acme
    server: { authorization_endpoint: "https://acme.example/a", token_endpoint: "https://acme.example/t" }
    userinfo: { source: userinfo, endpoint: "https://acme.example/me", map: { id: id } }

    """
  private static let hooks = "hooks: [signTokenRequest, signUserInfoRequest, decodeResponse]\n"
  private static let arguments = [
    "    signTokenRequest: any TokenRequestSigning,", "    signUserInfoRequest: any UserInfoRequestSigning,",
    "    decodeResponse: any ResponseDecoding,",
  ]

  /// The parts of the generated code: the type with its example, the client, and the back end.
  private func parts(_ yaml: String) throws -> (example: String, client: String, backend: String) {
    let code = try generate(Self.head + yaml)
    let client = try #require(code.range(of: "extension AuthClient where"))
    let backend = code.range(of: "extension BackendExchange where")
    return (
      String(code[..<client.lowerBound]), String(code[client.lowerBound..<(backend?.lowerBound ?? code.endIndex)]),
      String(code[(backend?.lowerBound ?? code.endIndex)...])
    )
  }

  @Test func `The client that sends the requests takes the hooks, and the example shows them`() throws {
    let parts = try parts(Self.hooks)
    #expect(Self.arguments.allSatisfy(parts.client.contains))
    for argument in ["signTokenRequest: signer", "signUserInfoRequest: userInfoSigner", "decodeResponse: decoder"] {
      #expect(parts.example.contains(argument))
    }
  }

  @Test func `With a back end, only the back end takes the hooks`() throws {
    let parts = try parts(Self.hooks + "client: { types: [confidential], exchange: backend }\n")
    #expect(Self.arguments.allSatisfy(parts.backend.contains))
    for text in [parts.example, parts.client] {
      #expect(!text.contains("signTokenRequest"))
      #expect(!text.contains("signUserInfoRequest"))
      #expect(!text.contains("decodeResponse:"))
    }
  }

  @Test(arguments: [
    ("authentication: [none]", "", false), ("authentication: [client_secret_basic]", "", true),
    ("authentication: [none, client_secret_post]", "", true),
    (#"authentication: [private_key_jwt], assertion: { key: "{settings.key}" }"#, "", false),
    (#"authentication: [client_secret_post], secret_from: { jwt: { key: "{settings.key}" } }"#, "", false),
    ("authentication: [none]", #"token: { parameters: { app_secret: "{client_secret}" } }"#, true),
    ("authentication: [none]", #"derive: { sign: "sha256hex({client_secret})" }"#, true),
    (
      "authentication: [none]",
      "revocation: { style: custom, endpoint: \"https://acme.example/r\", client: client_secret_post }", true
    ),
    (
      "authentication: [none]",
      "callback: { signature: { parameter: hmac, algorithm: hmac_sha256_hex, key: client_secret } }", true
    ),
  ])
  func `A client secret is required only if something uses it`(client: String, more: String, isRequired: Bool) throws {
    let settings = "settings: { key: { type: pem } }"
    let uses = more.contains("derive") ? "token: { parameters: { sign: \"{derive.sign}\" } }\n" : ""
    let backend = "client: { types: [confidential], exchange: backend, \(settings), \(client) }\n\(more)\n\(uses)"
    #expect(try parts(backend).backend.contains("    clientSecret: Secret,") == isRequired)
    let callbacks = "callbacks: { custom_scheme: forbidden, loopback: forbidden }"
    let direct = "client: { types: [confidential], \(callbacks), \(settings), \(client) }\n\(more)\n\(uses)"
    #expect(try parts(direct).client.contains("clientSecret: Secret") == isRequired)
  }
}
