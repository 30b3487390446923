import Crypto
import Foundation

/// A request that registers a client (RFC 7591 §3.1), or a provider's own request for it.
struct RegistrationRequest: Sendable {
  typealias Method = ProviderConfiguration.ClientAuthenticationMethod

  private let configuration: ProviderConfiguration
  private let values: TemplateValues
  let redirectURIs: [String]
  /// The URLs to which the browser returns after sign-out.
  private let signedOutURIs: [String]
  /// The client's public keys, if it has any.
  private let keySet: [String: JSONValue]?

  private var rules: ProviderConfiguration.RegistrationRules { configuration.client.registration }

  init(
    _ provider: ResolvedProvider, redirectURIs: [String], signedOutURIs: [String], keySet: [String: JSONValue]? = nil
  ) {
    configuration = provider.configuration
    self.keySet = keySet
    (self.redirectURIs, self.signedOutURIs) = (redirectURIs, signedOutURIs)
    values = provider.values.adding("redirect_uri", redirectURIs.first)
      .adding("redirect_uris", redirectURIs.joined(separator: "\n"))
  }

  /// The hash of the metadata, without the client's name, and without values that a new version of the server or of the
  /// statement changes.
  func metadataHash() throws(StepFailure) -> String {
    var members: [String: JSONValue] =
      rules.kind == .custom
      ? try own().merging(["redirect_uris": .array(redirectURIs.map(JSONValue.string))]) { $1 } : try metadata(nil)
    // An app and its extension may share a store. They have different names, and are the same client.
    if rules.kind == .dynamic { members["client_name"] = nil }
    for (name, template) in rules.parameters where template.placeholders.contains("app_name") { members[name] = nil }
    return Hex.encode(SHA256.hash(data: JSONValue.object(members).encoded))
  }

  /// Returns the request.
  ///
  /// - Parameter method: The authentication method to register.
  func request(to url: URL, method: Method) throws(StepFailure) -> EndpointRequest {
    var request = EndpointRequest(endpoint: .registration, url: url)
    request.headers = try values.fields(rules.headers)
    request.secrets = try values.secrets(in: rules.headers)
    if rules.kind == .custom {
      (request.method, request.encoding) = (rules.method, rules.encoding)
      request.parameters = try values.pairs(rules.parameters)
      return request
    }
    var members = try metadata(method)
    if let statement = rules.softwareStatement {
      let text = try values.text(statement)
      members["software_statement"] = .string(text)
      request.secrets.append(Secret(text))
    }
    request.rawBody = String(decoding: JSONValue.object(members).encoded, as: UTF8.self)
    return request
  }

  private func own() throws(StepFailure) -> [String: JSONValue] {
    Dictionary(try values.pairs(rules.parameters).map { ($0.name, JSONValue.string($0.value)) }) { $1 }
  }

  /// The client's metadata (RFC 7591 §2, OpenID Connect Dynamic Client Registration 1.0 §2).
  private func metadata(_ method: Method?) throws(StepFailure) -> [String: JSONValue] {
    let stated = rules.metadata
    func list(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }
    var members: [String: JSONValue] = [
      "client_name": .string(try values.text(stated.clientName)), "redirect_uris": list(redirectURIs),
      "grant_types": list(stated.grantTypes.isEmpty ? configuration.grantTypes : stated.grantTypes),
      "application_type": .string(isNative ? "native" : "web"),
    ]
    let types = stated.responseTypes.isEmpty ? configuration.responseTypes : stated.responseTypes
    if !types.isEmpty { members["response_types"] = list(types) }
    // OpenID Connect RP-Initiated Logout 1.0 §3.1.
    if configuration.logout.style == .rpInitiated, !signedOutURIs.isEmpty {
      members["post_logout_redirect_uris"] = list(signedOutURIs)
    }
    if !stated.contacts.isEmpty { members["contacts"] = list(stated.contacts) }
    if let scope = stated.scope { members["scope"] = .string(try values.text(scope)) }
    let method = method ?? stated.authenticationMethod
    if let method { members["token_endpoint_auth_method"] = .string(method.rawValue) }
    if let keySet { members["jwks"] = .object(keySet) }
    // RFC 8705 §3.4.
    if configuration.client.certificateBoundTokens { members["tls_client_certificate_bound_access_tokens"] = true }
    // OpenID CIBA Core 1.0 §4.
    if configuration.server.backchannelAuthenticationEndpoint != nil {
      members["backchannel_token_delivery_mode"] = "poll"
    }
    // RFC 9449 §5.2.
    if configuration.client.dpop.use == .required { members["dpop_bound_access_tokens"] = true }
    return members.merging(try own()) { $1 }
  }

  /// Whether the client is a native app. By default, a server allows web apps to register `https` URLs only (OpenID
  /// Connect Dynamic Client Registration 1.0 §2).
  private var isNative: Bool { !redirectURIs.allSatisfy { $0.lowercased().hasPrefix("https:") } }
}

extension ProviderConfiguration {
  /// The grant types that a client of this provider uses (RFC 7591 §2).
  fileprivate var grantTypes: [String] {
    let type = authorization.responseType
    var types = type.includesCode ? ["authorization_code"] : []
    if type.includesIDToken || type.includesAccessToken { types.append("implicit") }
    if refresh?.exchangedToken == .refreshToken { types.append("refresh_token") }
    if server.deviceAuthorizationEndpoint != nil { types.append(device.grantType) }
    if server.backchannelAuthenticationEndpoint != nil { types.append(backchannel.grantType) }
    return types
  }

  fileprivate var responseTypes: [String] { [authorization.responseType.rawValue] }
}
