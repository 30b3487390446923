import AuthDescriptor
import AuthRuntime
import AuthTesting
import Foundation

@testable import authctl

/// A well-behaved server and a descriptor that fits it. Tests change one of the two; `BASE` is the server's address.
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

  /// Noon of a day, for the server and for this machine.
  static let noon = Date(timeIntervalSince1970: 1_767_268_800)
  static let noonInWords = "Thu, 01 Jan 2026 12:00:00 GMT"

  /// The usual document with some members replaced; `null` removes one.
  static func document(_ changes: String, base: String) -> [String: JSONValue] {
    let parsed = [document, changes].map { text in
      JSONValue(parsing: Data(text.replacing("BASE", with: base).utf8))?.object ?? [:]
    }
    return parsed[0].merging(parsed[1]) { $1 }.filter { $0.value != .null }
  }

  /// The usual descriptor, or another one, as it stands in `acme.yaml`.
  static func load(_ yaml: String, base: String) throws(DiagnosticsError) -> LoadedDescriptor {
    let text = Data(yaml.replacing("BASE", with: base).utf8)
    return try DescriptorLoader(readFile: { _ in text }).load(path: "acme.yaml")
  }
}

/// A server that publishes a document and keys, and answers 404 elsewhere.
struct PublishingServer: Sendable {
  var changes = "{}"
  var keys: JSONValue = .object(["keys": .array([TokenMint().jwk])])
  var path = "/.well-known/openid-configuration"
  var headers = ["Date": Acme.noonInWords]
  /// Answers in the place of the server.
  var instead: @Sendable (RecordedRequest) -> ScriptedResponse? = { _ in nil }

  func answer(_ request: RecordedRequest) -> ScriptedResponse {
    if let answer = instead(request) { return answer }
    let base = "http://\(request.headers["host"] ?? "")"
    var answer: ScriptedResponse
    switch request.path {
    case path: answer = .json(Self.text(.object(Acme.document(changes, base: base))))
    case "/keys": answer = .json(Self.text(keys))
    default: answer = ScriptedResponse(404)
    }
    answer.headers.merge(headers) { $1 }
    return answer
  }

  /// Runs the body beside the server; the argument is its address.
  func serve<Value>(_ body: (String) async throws -> Value) async throws -> Value {
    let server = try await ScriptedServer.start { answer($0) }
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
  /// The platform's transport, and a clock that stands still.
  static func at(_ date: Date = Acme.noon) -> MetadataFetch {
    MetadataFetch(transport: AuthEnvironment.platformTransport, now: { date })
  }
}
