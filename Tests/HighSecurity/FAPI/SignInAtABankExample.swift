import AuthRuntime
import Foundation
import ReferenceClients

// The examples of the articles on banks and on bound tokens, compiled. A test compares them.

/// The key of an app on a device, and of a server.
func bankKeyExample(store: any CredentialStore, settings: [String: String]) async throws {
  // register begins
  let key = ClientKey.stored(in: store, name: "acorn")
  let keySet = try JSONEncoder().encode(try await key.keySet())
  print(String(decoding: keySet, as: UTF8.self))
  // register ends
  // rotation begins
  let (new, old) = (Secret(settings["NEW_KEY"] ?? ""), Secret(settings["OLD_KEY"] ?? ""))
  let rotation = ClientKey.rotation([.pem(new, keyID: "2026-12"), .pem(old, keyID: "2026-06")])
  // rotation ends
  _ = rotation
}

func bankExample(store: any CredentialStore, key: ClientKey) async {
  // program begins
  let acorn = Acorn.Client(
    clientID: "abc123", key: key, redirect: .loopback(), environment: AuthEnvironment(store: store))
  do {
    let user = try await acorn.signIn(
      scopes: [.openid, .accounts], details: [.payment(amount: "12.50", currency: .eur)])
    let (accounts, _) = try await acorn.data(from: "https://api.bank.example/accounts")
    print("hello", user.subject, accounts.count)
    for case .payment(let granted) in try await acorn.grantedDetails() {
      print("may pay", granted.amount, granted.currency.rawValue)
    }
  } catch {
    print("failed:", error, "→", error.recovery)
  }
  // program ends
}

func bankStepUpExample(acorn: Acorn.Client) async throws -> Data {
  // step-up begins
  let (receipt, _) = try await acorn.data(
    from: "https://api.bank.example/payments/42", stepUp: .ask(maximum: 2, scopes: [.payments]))
  // step-up ends
  return receipt
}

/// Any server framework.
struct BankRequest {
  var method = "GET"
  var path = "/accounts"
  var authorization: [String] = []
  var dpop: [String] = []
}

struct BankResponse {
  var status: Int
  var headers: [String: String] = [:]
  var body = ""
}

func bankAPIExample(_ request: BankRequest) async -> BankResponse {
  // api begins
  let api = Acorn.API(
    audiences: ["https://api.bank.example"],
    dpop: DPoPPolicy(.required, at: "https://api.bank.example") { $0.nonces = DPoPNonces() })
  let received = APIRequest(
    method: request.method, url: request.path, authorization: request.authorization, dpop: request.dpop)
  do {
    let caller = try await api.caller(of: received)
    try caller.require(.scope("accounts"))
    try caller.require(.acr("phr", within: .minutes(5)))
    return BankResponse(status: 200, headers: caller.responseHeaders, body: "Hello, \(caller.subject)")
  } catch {
    let challenge = api.challenge(for: error, to: received, realm: "accounts")
    return BankResponse(status: challenge.status, headers: challenge.headers, body: challenge.body)
  }
  // api ends
}
