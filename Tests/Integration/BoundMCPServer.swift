import AuthRuntime
import AuthTesting
import Foundation
import TestSupport

/// A server of the Model Context Protocol that accepts only tokens that are bound to a key, with nonces, and its
/// authorization server.
struct BoundMCPServer: Sendable {
  let provider: ScriptedProvider
  private let server: ScriptedServer
  /// The values of `Authorization` that the server has accepted, and those that it rejects from now on.
  private let accepted: Locked<Set<String>>
  private let expired: Locked<Set<String>>

  /// The server's URL.
  var url: String { server.url + "/mcp" }

  /// Rejects all tokens that the server has accepted so far.
  func expireTokens() {
    let old = accepted.value
    expired.withLock { $0.formUnion(old) }
  }

  /// The requests that refreshed tokens.
  var refreshes: [RecordedRequest] {
    provider.requests.filter { $0.path == "/token" && $0.text.contains("grant_type=refresh_token") }
  }

  static func run(_ body: (BoundMCPServer) async throws -> Void) async throws {
    let provider = try await ScriptedProvider.start(as: authorizationServer)
    await provider.rewrite { $0.user = TestUser("alice") }
    let server = try await BoundMCPServer(provider)
    let result: Result<Void, any Error>
    do { result = .success(try await body(server)) } catch { result = .failure(error) }
    await server.server.stop()
    await provider.stop()
    try result.get()
  }

  /// Registers clients, and issues JWTs for the resource that a client requests.
  private static let authorizationServer = ProviderConfiguration.openIDConnect(issuer: "https://login.example") { it in
    it.client.registration = .dynamic
    it.client.dpop.use = .optional
    it.authorization.resources = .optional
    it.accessToken.format = .jwt
  }

  private init(_ provider: ScriptedProvider) async throws {
    let half = Locked<ServerHalf?>(nil)
    let (accepted, expired) = (Locked<Set<String>>([]), Locked<Set<String>>([]))
    server = try await ScriptedServer.start { request in
      let token = request.headers["authorization"] ?? ""
      if expired.value.contains(token) {
        return ScriptedResponse(401, headers: ["WWW-Authenticate": #"DPoP error="invalid_token""#])
      }
      guard let response = await half.value?.response(to: request) else { return ScriptedResponse(503) }
      if !token.isEmpty, response.status < 300 { accepted.withLock { _ = $0.insert(token) } }
      return response
    }
    (self.provider, self.accepted, self.expired) = (provider, accepted, expired)
    let new = try ServerHalf(at: server.url, issuer: provider.configuration.server.issuer?.text ?? "")
    half.withLock { $0 = new }
  }
}

/// Verifies the tokens of requests, and responds to them.
private struct ServerHalf: Sendable {
  private let api: ResourceServer<DynamicProvider>
  private let metadata: ProtectedResourceMetadata

  init(at origin: String, issuer: String) throws {
    let url = URL(string: origin + "/mcp") ?? URL(fileURLWithPath: "/")
    api = ResourceServer(
      issuer: issuer, audiences: [url.absoluteString],
      dpop: DPoPPolicy(.required, at: origin) { $0.nonces = DPoPNonces() })
    metadata = try api.metadata(of: url, scopes: ["notes:read"])
  }

  func response(to request: RecordedRequest) async -> ScriptedResponse {
    if request.path == metadata.path {
      return ScriptedResponse(
        200, headers: metadata.headers, body: String(decoding: metadata.json, as: UTF8.self))
    }
    guard request.method == "POST" else { return ScriptedResponse(405) }
    let received = APIRequest(
      method: request.method, url: request.path, authorization: [request.headers["authorization"]].compactMap(\.self),
      dpop: [request.headers["dpop"]].compactMap(\.self))
    do {
      let caller = try await api.caller(of: received)
      try caller.require(.scope("notes:read"))
      var response = Self.reply(to: request.body, for: caller.subject)
      response.headers.merge(caller.responseHeaders) { $1 }
      return response
    } catch {
      let challenge = api.challenge(for: error, to: received, of: metadata, scopes: ["notes:read"])
      return ScriptedResponse(challenge.status, headers: challenge.headers, body: challenge.body)
    }
  }

  private static func reply(to body: Data, for user: String) -> ScriptedResponse {
    guard let message = JSONValue(parsing: body)?.object else { return ScriptedResponse(400) }
    guard let id = message["id"] else { return ScriptedResponse(202) }
    let reply: JSONValue = ["jsonrpc": "2.0", "id": id, "result": result(of: message["method"]?.string, user)]
    return .json(String(decoding: (try? JSONEncoder().encode(reply)) ?? Data(), as: UTF8.self))
  }

  private static func result(of method: String?, _ user: String) -> JSONValue {
    switch method {
    case "initialize":
      [
        "protocolVersion": "2025-11-25", "capabilities": ["tools": [:]],
        "serverInfo": ["name": "notes", "version": "1.0.0"],
      ]
    case "tools/list":
      ["tools": [["name": "notes", "description": "Lists notes.", "inputSchema": ["type": "object"]]]]
    case "tools/call": ["content": [["type": "text", "text": .string("The notes of \(user)")]]]
    default: [:]
    }
  }
}
