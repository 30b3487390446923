import AuthDescriptor
import AuthRuntime
import AuthTesting
import Foundation

@testable import authctl

/// A valid server and a matching descriptor. Tests change one of the two. `BASE` stands for the server's URL.
enum Acme {
  static let descriptor = """
    schema: 1
    id: acme
    name: Acme
    server:
      issuer: "BASE"
    client: { types: [public] }
    id_token: { algorithms: [ES256] }

    """

  static let document = """
    {
      "issuer": "BASE",
      "authorization_endpoint": "BASE/authorize",
      "token_endpoint": "BASE/token",
      "jwks_uri": "BASE/keys",
      "revocation_endpoint": "BASE/revoke",
      "end_session_endpoint": "BASE/logout",
      "response_types_supported": ["code"],
      "grant_types_supported": ["authorization_code", "refresh_token"],
      "id_token_signing_alg_values_supported": ["ES256"],
      "scopes_supported": ["openid", "profile", "email", "offline_access"],
      "code_challenge_methods_supported": ["S256"],
      "token_endpoint_auth_methods_supported": ["none", "client_secret_basic"],
      "authorization_response_iss_parameter_supported": true
    }
    """

  /// The time on the server and on this machine.
  static let noon = Date(timeIntervalSince1970: 1_767_268_800)
  static let noonInWords = "Thu, 01 Jan 2026 12:00:00 GMT"

  /// The usual document with some members replaced. `null` removes a member.
  static func document(_ changes: String, base: String) -> [String: JSONValue] {
    let parsed = [document, changes].map { text in
      JSONValue(parsing: Data(text.replacing("BASE", with: base).utf8))?.object ?? [:]
    }
    return parsed[0].merging(parsed[1]) { $1 }.filter { $0.value != .null }
  }

  /// The usual descriptor, or another one, loaded as the file `acme.yaml`.
  static func load(
    _ yaml: String, base: String, path: String = "acme.yaml"
  ) throws(DiagnosticsError) -> LoadedDescriptor {
    let text = Data(yaml.replacing("BASE", with: base).utf8)
    return try DescriptorLoader(readFile: { _ in text }).load(path: path)
  }
}

/// A server that publishes a document and keys, and responds to other paths with 404.
struct PublishingServer: Sendable {
  var changes = "{}"
  var keys: JSONValue = .object(["keys": .array([TokenSigner().jwk])])
  var path = "/.well-known/openid-configuration"
  var headers = ["Date": Acme.noonInWords]
  /// Returns a response that replaces the server's own.
  var instead: @Sendable (RecordedRequest) -> ScriptedResponse? = { _ in nil }

  func response(_ request: RecordedRequest) -> ScriptedResponse {
    if let response = instead(request) { return response }
    let base = "http://\(request.headers["host"] ?? "")"
    var response: ScriptedResponse
    switch request.path {
    case path: response = .json(Self.text(.object(Acme.document(changes, base: base))))
    case "/keys": response = .json(Self.text(keys))
    default: response = ScriptedResponse(404)
    }
    response.headers.merge(headers) { $1 }
    return response
  }

  /// Runs the body while the server runs. The argument is the server's URL.
  func serve<Value>(_ body: (String) async throws -> Value) async throws -> Value {
    let server = try await ScriptedServer.start { response($0) }
    do {
      let value = try await body(server.url)
      await server.stop()
      return value
    } catch {
      await server.stop()
      throw error
    }
  }

  private static func text(_ value: JSONValue) -> String {
    (try? JSONEncoder().encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}

extension MetadataFetch {
  /// The platform's transport, and a clock that doesn't advance.
  static func at(_ date: Date = Acme.noon) -> MetadataFetch {
    MetadataFetch(transport: AuthEnvironment.platformTransport, now: { date })
  }
}
