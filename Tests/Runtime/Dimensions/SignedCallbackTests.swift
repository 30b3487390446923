import AuthConfiguration
import AuthDescriptor
import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `A callback that the provider signs` {
  private let example =
    "code=0907a61c0c8d55e99db179b68161bc00&hmac=1975c894f2fc10f57fca483f133117447e2aad26217cde73e8902c033d8c6fbc"
    + "&host=YWRtaW4uc2hvcGlmeS5jb20vc3RvcmUvYWNtZQ&shop=acme.myshopify.com&state=0123456789&timestamp=1337178173"

  private func check(shop: String = "acme", key: String? = "hush") throws -> CallbackCheck {
    let configuration = try DescriptorLoader().load(id: "shopify").descriptor.configuration
    let provider = try ResolvedProvider(
      configuration, variables: [:], clientID: "app", clientSecret: key.map { Secret($0) })
    return CallbackCheck(rules: configuration.callback, values: try provider.values(with: ["shop": shop]))
  }

  private func fields(_ query: String) -> [String: String] {
    Dictionary((FormEncoding.decode(query) ?? []).map { ($0.name, $0.value) }) { $1 }
  }

  @Test func `A callback with the right signature is accepted (D43)`() throws {
    let check = try check()
    try check.checkSignature(of: fields(example))
    #expect(try check.fields(of: fields(example))["shop"] == "acme.myshopify.com")
  }

  @Test(arguments: [
    ("acme.myshopify", "evil.myshopify"), ("code=0", "code=1"), ("hmac=1", "hmac=2"), ("hmac=", "x="),
    ("hmac=1975c894f2fc10f57fca483f133117447e2aad26217cde73e8902c033d8c6fbc", "hmac="),
    // The same string, joined without escaping.
    ("&host=", "%26host%3D"), ("timestamp=1337178173", "timestamp=1337178173&z=1"),
  ])
  func `A changed callback with a signature is rejected (D43)`(old: String, new: String) throws {
    let check = try check()
    #expect(throws: StepFailure.callback(.invalidSignature)) {
      try check.checkSignature(of: fields(example.replacing(old, with: new)))
    }
  }

  @Test func `A signed callback for another shop is rejected (D43 D04)`() throws {
    let check = try check(shop: "other")
    #expect(throws: StepFailure.callback(.unexpectedField("shop"))) { try check.fields(of: fields(example)) }
  }

  private static let snippet =
    withoutPKCE.replacing("custom_scheme: forbidden", with: "custom_scheme: allowed")
    .replacing("types: [confidential]", with: "types: [confidential], exchange: backend") + """
      callback: { signature: { parameter: hmac, algorithm: hmac_sha256_hex, key: client_secret } }
      """

  private func script(key: String) -> ScriptedProvider.Script {
    ScriptedProvider.Script { script in
      script.callback = { pairs in
        let text = FormEncoding.encode(pairs.sorted { $0.name < $1.name })
        pairs.append((name: "hmac", value: Hex.hmacSHA256(of: text, key: key)))
      }
    }
  }

  @Test func `The server, which has the key, checks the callback's signature (D43 D117)`() async throws {
    let configuration = try configuration(Self.snippet)
    try await withScriptedProvider(configuration, script: script(key: "s")) { provider in
      let grant = try await provider.device().authorize(scopes: [], parameters: .init())
      let received = try #require(AuthorizationGrant(encoded: grant.encoded()))
      #expect(try await provider.server().exchange(received).user?.id == "user-1")
    }
    try await withScriptedProvider(configuration, script: script(key: "wrong")) { provider in
      let grant = try await provider.device().authorize(scopes: [], parameters: .init())
      let failure = await failure(of: try await provider.server().exchange(grant))
      #expect(failure == .callback(.invalidSignature))
      #expect(provider.requests.map(\.path) == ["/authorize"])
    }
  }

  @Test func `The callback's signature protects the code (D43)`() async throws {
    try await withScriptedProvider(try configuration(Self.snippet), script: script(key: "s")) { provider in
      let grant = try await provider.device().authorize(scopes: [], parameters: .init())
      var members = try #require(JSONValue(parsing: grant.encoded())?.object)
      members["code"] = .string("stolen")
      let bent = try #require(AuthorizationGrant(encoded: try JSONEncoder().encode(members)))
      let failure = await failure(of: try await provider.server().exchange(bent))
      #expect(failure == .callback(.invalidSignature))
    }
  }

  /// The query of a callback with a signature.
  private func query(_ pairs: [(name: String, value: String)], key: String) -> String {
    let text = FormEncoding.encode(pairs.sorted { $0.name < $1.name })
    return FormEncoding.encode(pairs + [(name: "hmac", value: Hex.hmacSHA256(of: text, key: key))])
  }

  @Test func `A client that has the key checks the callback's signature itself (D43)`() throws {
    let prepared = try AuthorizationRequest.made(by: try configuration(Self.snippet), secret: Secret("s"))
    let pairs = [(name: "code", value: "c"), (name: "state", value: prepared.state ?? "")]
    #expect(try prepared.read(query(pairs, key: "s")).code == Secret("c"))
    for changed in [query(pairs, key: "wrong"), FormEncoding.encode(pairs)] {
      #expect(throws: StepFailure.callback(.invalidSignature)) { try prepared.read(changed) }
    }
  }

  @Test func `The callback's signature protects the fields of a grant (D43 D117)`() throws {
    let configuration = try configuration(
      Self.snippet.replacing("callback: {", with: "callback: { fields: { shop: { type: string } },"))
    let prepared = try AuthorizationRequest.made(by: configuration, secret: Secret("s"))
    let pairs = [
      (name: "code", value: "c"), (name: "shop", value: "one"), (name: "state", value: prepared.state ?? ""),
    ]
    let response = try prepared.read(query(pairs, key: "s"))
    let grant = AuthorizationGrant(response, to: prepared.request, variables: [:], isSigned: true)
    let check = CallbackCheck(rules: configuration.callback, values: try prepared.provider.values(with: [:]))
    try check.check(grant)
    var members = try #require(JSONValue(parsing: grant.encoded())?.object)
    members["fields"] = .object(["shop": .string("two")])
    let changed = try #require(AuthorizationGrant(encoded: try JSONEncoder().encode(members)))
    #expect(throws: StepFailure.callback(.invalidSignature)) { try check.check(changed) }
  }
}
