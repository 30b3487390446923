import AuthRuntime
import Foundation
import ReferenceClients

// The examples of the article on APIs, compiled. The suite of the documentation's code compares them.

/// Stands for any server framework.
struct ExampleRequest {
  var authorization: [String]
  var method = "GET"
  var path = "/"
  var dpop: [String] = []
}

struct ExampleResponse {
  var status: Int
  var headers: [String: String] = [:]
  var body = ""
}

/// The server's start, and one request.
func protectAnAPIExample(request: ExampleRequest) async -> ExampleResponse {
  // verify begins
  let api = Auth0.API(domain: "acme.eu.auth0.com", audiences: ["https://api.acme.com"])
  do {
    let caller = try await api.caller(authorization: request.authorization)
    try caller.require(.scope("read:timesheets"))
    return ExampleResponse(status: 200, body: "Hello, \(caller.subject)")
  } catch {
    let challenge = error.challenge(realm: "timesheets")
    return ExampleResponse(status: challenge.status, headers: challenge.headers, body: challenge.body)
  }
  // verify ends
}

/// The requirements for a caller.
func requirementsExample(caller: Caller<Scalekit>) throws {
  // require begins
  try caller.require(.all([.permission("invoices:approve"), .organization("org_42"), .user]))
  if caller.satisfies(.any([.role("admin"), .scope("invoices:write")])) {
    print("may write", try caller.claim("https://acme.com/department", as: String.self) ?? "-")
  }
  // require ends
}

/// Tokens that are bound to a key.
func boundTokensExample(request: ExampleRequest) async -> ExampleResponse {
  // bound begins
  let bank = Auth0.API(
    domain: "acme.eu.auth0.com", audiences: ["https://api.acme.com"],
    dpop: DPoPPolicy(.required, at: "https://api.acme.com") { $0.nonces = DPoPNonces() })
  let received = APIRequest(
    method: request.method, url: request.path, authorization: request.authorization, dpop: request.dpop)
  do {
    let caller = try await bank.caller(of: received)
    return ExampleResponse(status: 200, headers: caller.responseHeaders, body: "Hello, \(caller.subject)")
  } catch {
    let challenge = bank.challenge(for: error, to: received, realm: "accounts")
    return ExampleResponse(status: challenge.status, headers: challenge.headers, body: challenge.body)
  }
  // bound ends
}

/// The API's half of a step-up.
func stepUpExample(caller: Caller<Auth0>) throws(AccessFailure) {
  // step-up begins
  try caller.require(.scope("payments"))
  try caller.require(.acr("phr", within: .minutes(5)))
  // step-up ends
}

/// The client's half of a step-up.
func stepUpExample(auth0: Auth0.Client) async throws -> Data {
  // ask begins
  let (receipt, _) = try await auth0.data(
    from: "https://api.acme.com/payments/42",
    stepUp: .ask(maximum: 2, scopes: ["payments"]))
  // ask ends
  return receipt
}

/// Opaque tokens, and servers without a descriptor.
func otherServersExample(secret: String) throws(AccessFailure) {
  // opaque begins
  let opaque = Zitadel.API(
    domain: "acme.zitadel.cloud", audiences: ["284519"],
    client: ClientCredentials(id: "api", secret: Secret(secret)))
  // opaque ends
  // issuer begins
  let any = ResourceServer(issuer: "https://id.acme.com", audiences: ["https://api.acme.com"]) { it in
    it.accessToken.types = ["JWT", "at+jwt"]
  }
  // issuer ends
  // metadata begins
  if let address = URL(string: "https://api.acme.com/timesheets") {
    let metadata = try any.metadata(of: address, scopes: ["read:timesheets"])
    print(metadata.location, String(decoding: metadata.json, as: UTF8.self))
  }
  // metadata ends
  _ = opaque
}
