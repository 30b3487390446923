import AuthRuntime
import Foundation
import Hummingbird

/// A server of the Model Context Protocol with one tool, for callers whose tokens are for this server.
///
/// `MCP_URL` is its URL for clients, and `MCP_ISSUER` the authorization server. It listens on loopback, on the URL's port.
/// It accepts tokens that are bound to a key of the client (RFC 9449). With `MCP_DPOP=required`, it rejects all others.
@main
enum MCPServer {
  static func main() async throws {
    let environment = ProcessInfo.processInfo.environment
    let address = environment["MCP_URL"] ?? "http://127.0.0.1:8080/mcp"
    guard let url = URL(string: address) else { fatalError("MCP_URL isn't a URL") }
    try await application(
      at: url, issuer: environment["MCP_ISSUER"] ?? "https://login.acme.example",
      proofs: environment["MCP_DPOP"] == "required" ? .required : .accepted
    ).runService()
  }

  static func application(
    at url: URL, issuer: String, proofs: DPoPPolicy.Use = .accepted,
    onServerRunning: @escaping @Sendable () async -> Void = {}
  ) async throws -> some ApplicationProtocol {
    // Tokens for other servers are rejected, because the audience is this server's URL. A proof is for the URL at which
    // clients reach this server, so the policy names it without the path of the route.
    let api = ResourceServer(
      issuer: issuer, audiences: [url.absoluteString],
      dpop: DPoPPolicy(proofs, at: url.deletingLastPathComponent().absoluteString) { $0.nonces = DPoPNonces() })
    let metadata = try api.metadata(of: url, scopes: ["notes:read"])
    try await api.checkReadiness()

    let router = Router()
    router.get(RouterPath(metadata.path)) { _, _ in
      Response(status: .ok, metadata.headers, String(decoding: metadata.json, as: UTF8.self))
    }
    router.post("mcp") { request, context in
      let received = APIRequest(request)
      do {
        let caller = try await api.caller(of: received)
        try caller.require(.scope("notes:read"))
        let message = try await request.decode(as: Message.self, context: context)
        guard let id = message.id else { return Response(status: .accepted, caller.responseHeaders, "") }
        let reply = try JSONEncoder().encode(Reply(id: id, result: message.result(for: caller.subject)))
        let headers = caller.responseHeaders.merging(["Content-Type": "application/json"]) { $1 }
        return Response(status: .ok, headers, String(decoding: reply, as: UTF8.self))
      } catch let failure as AccessFailure {
        let challenge = api.challenge(for: failure, to: received, of: metadata, scopes: ["notes:read"])
        return Response(status: .init(code: challenge.status), challenge.headers, challenge.body)
      }
    }
    return Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: url.port ?? 8080)),
      onServerRunning: { _ in await onServerRunning() })
  }
}

/// A request or a notification, which has no ID (JSON-RPC 2.0 §4).
struct Message: Decodable {
  var id: MessageID?
  var method: String

  func result(for user: String) -> JSONValue {
    switch method {
    case "initialize":
      [
        "protocolVersion": "2025-11-25", "capabilities": ["tools": [:]],
        "serverInfo": ["name": "notes", "version": "1.0.0"],
      ]
    case "tools/list":
      ["tools": [["name": "notes", "description": "Lists your notes.", "inputSchema": ["type": "object"]]]]
    case "tools/call": ["content": [["type": "text", "text": .string("The notes of \(user)")]]]
    default: [:]
    }
  }
}

/// The ID of a request: a number or a string.
enum MessageID: Codable {
  case number(Int)
  case text(String)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int.self) {
      self = .number(number)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    }
  }
}

/// A response (JSON-RPC 2.0 §5).
struct Reply: Encodable {
  var jsonrpc = "2.0"
  var id: MessageID
  var result: JSONValue
}

extension APIRequest {
  init(_ request: Request) {
    self.init(
      method: request.method.rawValue, url: request.uri.path, authorization: request.headers[values: .authorization],
      dpop: HTTPField.Name("DPoP").map { request.headers[values: $0] } ?? [])
  }
}

extension Response {
  init(status: HTTPResponse.Status, _ headers: [String: String], _ text: String) {
    var fields = HTTPFields()
    for (name, value) in headers {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
    self.init(status: status, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }
}
