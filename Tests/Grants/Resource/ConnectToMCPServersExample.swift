import AuthRuntime
import Foundation

// The examples of the article on MCP servers, compiled. A test compares them.

func mcpExample(store: any CredentialStore, message: Data) async {
  // program begins
  let notes = ResourceClient(
    resource: "https://mcp.example.com/notes", client: .document("https://app.example.com/client.json"),
    redirect: .loopback(), environment: AuthEnvironment(store: store))
  var request = HTTPRequest(
    method: .post, scheme: "https", authority: "mcp.example.com", path: "/notes",
    headerFields: [.contentType: "application/json", .accept: "application/json, text/event-stream"])
  request.headerFields[.userAgent] = "Notes/1.0"
  do {
    let (answer, response) = try await notes.data(for: request, body: message, signIn: .ask())
    print(response.status, answer.count)
  } catch {
    print("failed:", error, "→", error.recovery)
  }
  // program ends
}

func mcpIdentityExample() -> ResourceClientIdentity {
  // identity begins
  var identity = ResourceClientIdentity.document("https://app.example.com/client.json")
  identity.registered["https://login.acme.example"] = ClientCredentials(id: "abc123")
  // identity ends
  return identity
}

func mcpPolicyExample() -> ResourcePolicy {
  // policy begins
  let policy = ResourcePolicy(acceptsUnadvertisedPKCE: true) { metadata in
    metadata.authorizationServers.first { $0.hasPrefix("https://login.microsoftonline.com/") }
  }
  // policy ends
  return policy
}

func mcpSignInExample(notes: ResourceClient, request: HTTPRequest) async throws {
  // sign-in begins
  let grant = try await notes.signIn(scopes: ["notes:write"])
  print("granted:", grant.scopes.joined(separator: " "))
  if let connection = try await notes.connection() {
    print("signed in at", connection.authorizationServer, "as", connection.clientID)
  }
  let (body, _) = try await notes.stream(for: request, signIn: .ask { scopes in !scopes.contains("admin") })
  for try await chunk in body { print(chunk.count) }
  try await notes.signOut()
  // sign-in ends
}

/// Any server framework.
struct MCPRequest {
  var method = "POST"
  var path = "/notes"
  var authorization: [String] = []
}

struct MCPResponse {
  var status: Int
  var headers: [String: String] = [:]
  var body = Data()
}

// server begins
struct ProtectedNotes {
  let api = ResourceServer(issuer: "https://login.acme.example", audiences: ["https://mcp.example.com/notes"])
  let metadata: ProtectedResourceMetadata

  init(at address: URL) throws {
    metadata = try api.metadata(of: address, scopes: ["notes:read"])
  }

  func response(to request: MCPRequest) async -> MCPResponse {
    if request.path == metadata.path { return MCPResponse(status: 200, headers: metadata.headers, body: metadata.json) }
    do {
      let caller = try await api.caller(authorization: request.authorization)
      try caller.require(.scope("notes:read"))
      return MCPResponse(status: 200, body: Data("notes of \(caller.subject)".utf8))
    } catch {
      let challenge = api.challenge(for: error, of: metadata, scopes: ["notes:read"])
      return MCPResponse(status: challenge.status, headers: challenge.headers, body: Data(challenge.body.utf8))
    }
  }
}
// server ends
