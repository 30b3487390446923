import AuthDescriptor
import AuthRuntime

extension Comparison {
  private static let noSignIn = "no client of this descriptor can sign in"

  /// Compares PKCE methods. A server that supports only other methods rejects the clients' requests (RFC 7636 §4.2).
  func pkce() -> [Finding] {
    guard let document else { return [] }
    let place = facts.location("pkce")
    guard facts.pkce != .none else { return withoutPKCE(document, at: place) }
    let method = facts.pkce.rawValue
    guard let methods = document.list("code_challenge_methods_supported") else {
      let message = "the document doesn't list PKCE; clients send \(method), which such servers usually ignore"
      return finding(.advice, .pkce, message, change: "ask the provider whether it checks the verifier", at: place)
    }
    if methods.contains(method) { return finding(.fine, .pkce, "the server lists PKCE with \(method)", at: place) }
    let message = "the server lists PKCE only with \(methods.listed), but clients send \(method)"
    return finding(.contradiction, .pkce, message, change: Self.noSignIn, at: place)
  }

  private func withoutPKCE(_ document: ServerDocument, at place: SourceLocation) -> [Finding] {
    guard let methods = document.list("code_challenge_methods_supported"), methods.contains("S256") else {
      return finding(.fine, .pkce, "clients don't use PKCE, and the server doesn't list S256", at: place)
    }
    let message = "the server lists PKCE with S256, but clients don't use it"
    return finding(.advice, .pkce, message, change: "write 'pkce: S256'", at: place)
  }

  /// Compares the requested scopes with the listed ones. A server doesn't have to list all its scopes (RFC 8414
  /// §2).
  func scopes() -> [Finding] {
    guard let document else { return [] }
    let place = facts.location("scopes", "default")
    guard let announced = document.list("scopes_supported"), !announced.isEmpty else {
      return finding(.fine, .scopes, "the document doesn't list any scopes", at: place)
    }
    let requested = facts.scopes.required + facts.scopes.defaults.filter { !facts.scopes.required.contains($0) }
    var findings: [Finding] = []
    if requested.contains("openid"), !announced.contains("openid") {
      let message = "the scope openid isn't listed (only \(announced.listed))"
      findings += finding(.contradiction, .scopes, message, change: "is this an OpenID Connect server?", at: place)
    }
    let unknown = requested.filter { $0 != "openid" && !announced.contains($0) }
    if !unknown.isEmpty {
      let rest = facts.scopes.defaults.filter { !unknown.contains($0) }.joined(separator: ", ")
      let message = "\(unknown.listed): requested, not listed"
      findings += finding(.advice, .scopes, message, change: "write 'scopes: { default: [\(rest)] }'", at: place)
    }
    return findings + offline(announced) + (findings.isEmpty ? allAnnounced(requested, at: place) : [])
  }

  private func allAnnounced(_ requested: [String], at place: SourceLocation) -> [Finding] {
    finding(.fine, .scopes, requested.isEmpty ? "no scope is requested" : "\(requested.listed): listed", at: place)
  }

  private func offline(_ announced: [String]) -> [Finding] {
    guard facts.refreshes, let scope = facts.scopes.offline, !announced.contains(scope) else { return [] }
    let message = "\(scope), which requests a refresh token, isn't listed"
    let change = "find out how to request one from this provider"
    return finding(.advice, .scopes, message, change: change, at: facts.location("offline", "scope"))
  }

  /// Compares the methods of client authentication at the token endpoint (OpenID Connect Core 1.0 §9).
  func client() -> [Finding] {
    guard let document else { return [] }
    let announced = document.list("token_endpoint_auth_methods_supported")
    let standard = ProviderConfiguration.ClientAuthenticationMethod.standard.rawValue
    return confidential(announced ?? [standard]) + publicClient(announced)
  }

  private func confidential(_ announced: [String]) -> [Finding] {
    guard facts.registersConfidentialClients, !facts.authentication.isEmpty else { return [] }
    let place = facts.location("client", "authentication")
    let (known, unknown) = facts.authentication.halves(announced.contains)
    if known.isEmpty {
      let message = "a client with a secret sends \(unknown.listed); the server supports \(announced.listed)"
      return finding(.contradiction, .client, message, change: "correct 'client.authentication'", at: place)
    }
    guard !unknown.isEmpty else { return finding(.fine, .client, "\(known.listed): listed", at: place) }
    let change = "write 'authentication: [\(known.joined(separator: ", "))]'"
    return finding(.advice, .client, "\(unknown.listed): not listed", change: change, at: place)
  }

  private func publicClient(_ announced: [String]?) -> [Finding] {
    guard facts.registersPublicClients, let announced, !announced.contains("none") else { return [] }
    let message = "clients without a secret ('none') aren't listed; the server supports \(announced.listed)"
    let change = "remove 'public' from 'client.types' unless the provider registers native apps"
    return finding(.advice, .client, message, change: change, at: facts.location("client", "types"))
  }

  /// Checks the one response type and mode that clients use.
  func response() -> [Finding] {
    guard let document else { return [] }
    let place = facts.location("authorize", "response_type")
    guard let types = document.list("response_types_supported") else {
      return finding(.advice, .response, "the document doesn't list response types", at: place)
    }
    guard types.contains("code") else {
      let message = "the response type code isn't listed; the server supports \(types.listed)"
      return finding(.contradiction, .response, message, change: Self.noSignIn, at: place)
    }
    let modes = document.list("response_modes_supported") ?? ["query"]
    guard modes.contains(facts.responseMode.rawValue) else {
      let message =
        "the response mode \(facts.responseMode.rawValue) isn't listed; the server supports \(modes.listed)"
      let mode = facts.location("authorize", "response_mode")
      return finding(.contradiction, .response, message, change: Self.noSignIn, at: mode)
    }
    return finding(.fine, .response, "the response type code is returned in the query", at: place)
  }

  /// Checks the grants that clients use. Without a list, the document includes the code grant by default (RFC 8414 §2).
  func grants() -> [Finding] {
    guard let grants = document?.list("grant_types_supported") else { return [] }
    guard grants.contains("authorization_code") else {
      let message = "the grant authorization_code isn't listed; the server supports \(grants.listed)"
      return finding(.contradiction, .grants, message, change: Self.noSignIn, at: facts.location("flows"))
    }
    guard facts.refreshes, !grants.contains("refresh_token") else { return [] }
    let change = "write 'refresh: none' if the provider issues no refresh tokens"
    return finding(
      .advice, .grants, "the grant refresh_token isn't listed", change: change, at: facts.location("refresh"))
  }

  /// Checks `iss` in callbacks, which protects against responses of another server (RFC 9207 §3).
  func issuerParameter() -> [Finding] {
    guard let document else { return [] }
    let name = "authorization_response_iss_parameter_supported"
    let isPromised = document.flag(name) ?? false
    if let stated = facts.stated(name), stated.value != String(isPromised) {
      let message = "\(name) is \(stated.value.shown()) here but \(isPromised) on the server"
      return finding(.contradiction, .iss, message, change: "write '\(name): \(isPromised)'", at: stated.location)
    }
    let message =
      isPromised
      ? "callbacks contain iss, which clients check" : "iss in callbacks isn't listed, so clients don't require it"
    return finding(.fine, .iss, message, at: facts.location("server", name))
  }
}
