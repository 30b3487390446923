import AuthRuntime
import AuthTesting
import Foundation
import TestSupport
import Testing

/// Tests `--client-key` and `--client-certificate`.
@Suite struct `A client with a key` {
  private static let key = """
    -----BEGIN PRIVATE KEY-----
    SECRETSECRETSECRET
    -----END PRIVATE KEY-----
    """
  private static let certificate = """
    -----BEGIN CERTIFICATE-----
    SECRETSECRETSECRET
    -----END CERTIFICATE-----
    """

  /// A descriptor whose client authenticates in one way.
  private static func descriptor(_ method: String) -> String {
    """
    id: bank
    name: Bank
    server:
      authorization_endpoint: https://bank.example/authorize
      token_endpoint: https://bank.example/token
    client: { authentication: [\(method)] }
    user: none
    """
  }

  private static let cases: [(method: String, option: String, text: String?, mode: Int, line: String)] = [
    (
      "private_key_jwt", "--scope", nil, 0o600,
      "missingCredential: the client authenticates with private_key_jwt (pass --client-key FILE)"
    ),
    (
      "tls_client_auth", "--scope", nil, 0o600,
      "missingCredential: the client authenticates with tls_client_auth (pass --client-certificate FILE)"
    ),
    (
      "client_secret_basic", "--client-key", key, 0o600,
      "unusedKey: the client authenticates with client_secret_basic (leave out --client-key)"
    ),
    (
      "private_key_jwt", "--client-certificate", certificate, 0o600,
      "unusedCertificate: the client authenticates with private_key_jwt (leave out --client-certificate)"
    ),
    ("private_key_jwt", "--client-key", nil, 0o600, "unreadableFile: can't read a private key from FILE"),
    ("private_key_jwt", "--client-key", key, 0o640, "unsafeFile: other users can read FILE (chmod 600 FILE)"),
    (
      "private_key_jwt", "--client-key", key, 0o600,
      "unusableKey: FILE isn't a supported private key in PEM or a JSON Web Key"
    ),
    (
      "private_key_jwt", "--client-key", #"{"kty": "EC", "d": "SECRET"}"#, 0o600,
      "unusableKey: FILE isn't a supported private key in PEM or a JSON Web Key"
    ),
    (
      "private_key_jwt", "--client-key-id", "key-1", 0o600,
      "unusedKeyID: the ID needs a key (pass --client-key FILE)"
    ),
    (
      "tls_client_auth", "--client-certificate", certificate, 0o644,
      "unsafeFile: other users can read FILE (chmod 600 FILE)"
    ),
    (
      "tls_client_auth", "--client-certificate", key, 0o600,
      "unusableCertificate: FILE doesn't contain a certificate in PEM"
    ),
    (
      "tls_client_auth", "--client-certificate", certificate, 0o600,
      "unusableCertificate: FILE doesn't contain the certificate's private key in PEM"
    ),
    (
      "tls_client_auth", "--client-certificate", certificate + "\n" + key, 0o600,
      "unusableCertificate: FILE isn't valid PEM, or its private key doesn't match its certificate"
    ),
  ]

  @Test(arguments: cases)
  func `An unusable key or certificate is reported before a browser opens, without its contents`(
    method: String, option: String, text: String?, mode: Int, line: String
  ) async throws {
    try await CommandHome.use { home in
      let descriptor = home.folder.appendingPathComponent("bank.auth.yaml")
      try Data(Self.descriptor(method).utf8).write(to: descriptor)
      let file = try home.write(text, to: "client", mode: mode)
      let outcome = try await home.run(
        ["sign-in", descriptor.path, "--client-id", "app", "--no-store", "--no-browser", option, file],
        visiting: false)
      #expect(outcome.status == 1)
      #expect(outcome.errors.replacing(file, with: "FILE") == "authctl: \(line)\n")
      #expect(!(outcome.output + outcome.errors).contains("SECRET"))
    }
  }

  @Test func `The key ID of a JSON Web Key can't be replaced`() async throws {
    try await CommandHome.use { home in
      let descriptor = home.folder.appendingPathComponent("bank.auth.yaml")
      try Data(Self.descriptor("private_key_jwt").utf8).write(to: descriptor)
      let file = try home.write(Self.jwk, to: "client", mode: 0o600)
      let outcome = try await home.run(
        [
          "sign-in", descriptor.path, "--client-id", "app", "--no-store", "--no-browser", "--client-key", file,
          "--client-key-id", "key-1",
        ], visiting: false)
      let line = "unusedKeyID: FILE is a JSON Web Key, which has its own key ID (leave out --client-key-id)"
      #expect(outcome.errors.replacing(file, with: "FILE") == "authctl: \(line)\n")
    }
  }

  /// The key of RFC 7515, Appendix A.3.
  private static let jwk = """
    {"kty": "EC", "crv": "P-256", "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
     "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0", "d": "jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI"}
    """

  @Test(arguments: [true, false])
  func `A key in a file authenticates the client, and the profile has only the path of the file`(
    isPEM: Bool
  ) async throws {
    let key = try PrivateKey(jwk: Secret(Self.jwk))
    let script = ScriptedProvider.Script { $0.clientKeys = [key.publicKey] }
    try await CommandHome.use(authentication: .privateKeyJWT, script: script) { home, provider in
      let file = try home.write(isPEM ? key.pem.reveal() : Self.jwk, to: "client", mode: 0o600)
      let id = isPEM ? ["--client-key-id", "key-of-2026"] : []
      let outcome = try await home.signIn(at: provider, ["--client-key", file] + id)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let sent = try #require(provider.requests.first { $0.path == "/token" })
      let assertion = FormEncoding.decode(sent.text)?.first { $0.name == "client_assertion" }?.value
      let header = assertion?.split(separator: ".").first.flatMap { Base64URL.decode(String($0)) }
      let keyID = header.flatMap { JSONValue(parsing: Data($0)) }?.object?["kid"]?.string
      #expect(assertion != nil && (!isPEM || keyID == "key-of-2026"))
      let profiles = try String(contentsOf: URL(fileURLWithPath: home.profiles), encoding: .utf8)
      #expect(profiles.contains("client_key") && !profiles.contains("PRIVATE KEY") && !profiles.contains("\"d\""))
      // The profile's key is also used later.
      #expect(try await home.run(["sign-out", "--keep-browser"]).status == 0)
      let revocation = try #require(provider.requests.last { $0.path == "/revoke" })
      #expect(revocation.text.contains("client_assertion="))
    }
  }
}

extension CommandHome {
  /// Writes a file of the user, and returns its path.
  fileprivate func write(_ text: String?, to name: String, mode: Int) throws -> String {
    let file = folder.appendingPathComponent(name)
    guard let text else { return file.path }
    try Data(text.utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
    return file.path
  }
}
