import Foundation

/// A configuration with validated variables and the values that the app sets once.
///
/// It's immutable, and a class because copying a configuration updates many reference counts, which tasks on several
/// cores would contend for.
package final class ResolvedProvider: Sendable {
  package let configuration: ProviderConfiguration
  let clientID: String
  /// The values for all templates.
  package let values: TemplateValues
  /// The issuer exactly as in tokens, or `nil` for a provider without ID tokens and discovery.
  package let issuer: String?
  /// Stored, because reading it from the configuration would copy the whole value.
  let browserResponseIncludesIDToken: Bool
  /// The endpoints in the descriptor.
  let endpoints: [Endpoint: StatedEndpoint]
  /// The endpoints in the descriptor for clients that present a certificate (RFC 8705 §5).
  let aliases: [Endpoint: StatedEndpoint]
  /// The issuers of ID tokens in the descriptor, with the rules for their tenants.
  let issuers: [(template: TextTemplate, tenants: [TenantRule])]

  package init(
    _ configuration: ProviderConfiguration, variables: [String: String], clientID: String,
    settings: [String: Secret] = [:], clientSecret: Secret? = nil, now: @escaping @Sendable () -> Date = { Date() }
  ) throws(StepFailure) {
    var values = TemplateValues(configuration, now: now)
      .adding("client_id", clientID.isEmpty ? nil : clientID)
      .adding("client_secret", clientSecret?.reveal())
      .adding("app_name", ProcessInfo.processInfo.processName)
    for variable in configuration.variables {
      let value = variables[variable.name] ?? variable.defaultValue
      if value == nil, variable.source != .app { continue }
      guard let value else { throw .configuration(.missingVariable(variable.name, example: variable.example)) }
      try variable.validate(value)
      values = values.adding(variable.name, value)
    }
    for setting in configuration.client.settings {
      values = values.adding("settings.\(setting.name)", settings[setting.name]?.reveal())
    }
    self.configuration = configuration
    browserResponseIncludesIDToken = configuration.browserResponseIncludesIDToken
    self.clientID = clientID
    issuer = try configuration.server.issuer.map { issuer throws(StepFailure) in try values.address(issuer) }
    if let issuer { _ = try SecureURL.parse(issuer) }
    let (server, known) = (configuration.server, values)
    let ofApp = Set(configuration.variables.filter { $0.source == .app }.map(\.name))
    endpoints = try Endpoint.announced.stated(known, ofApp) { server[$0] }
    aliases = try Endpoint.aliased.stated(known, ofApp) { server.mutualTLSAliases[$0.rawValue] }
    self.values = values
    var issuers: [(TextTemplate, [TenantRule])] = []
    for template in configuration.idToken?.issuers ?? [] {
      let rules = try TenantRule.rules(
        of: template, at: configuration.server.issuer, values, variables: configuration.variables)
      issuers.append((template, rules))
    }
    self.issuers = issuers
  }

  /// Returns these values with those of a sign-in or a response, after validating each of them. The app's own values
  /// are never replaced: a grant comes from a device, and must not direct the client secret to a host of its choice.
  func values(with variables: [String: String]) throws(StepFailure) -> TemplateValues {
    var values = values
    for (name, value) in variables {
      guard let variable = configuration.variables.first(where: { $0.name == name && $0.source != .app }) else {
        throw .configuration(
          .unknownParameter(name, known: configuration.variables.filter { $0.source != .app }.map(\.name)))
      }
      try variable.validate(value)
      values = values.adding(name, value)
    }
    return values
  }
}

extension ResolvedProvider {
  /// The key under which a store saves credentials: the issuer, or the provider's id with its URL. The same descriptor
  /// may be used with several servers, and the tokens of one must never be sent to another.
  var authority: String {
    if let issuer { return issuer }
    let server = configuration.server
    guard let endpoint = server.tokenEndpoint ?? server.authorizationEndpoint else { return configuration.id }
    let address = try? endpoint.filled { values.value($0) ?? "{\($0)}" }
    return "\(configuration.id) \(address ?? endpoint.text)"
  }
}

extension ResolvedProvider {
  /// Returns the value of `redirect_uri` in requests: the URL that receives the response, or the provider's name for it.
  func sentRedirectURI(_ url: String) throws(StepFailure) -> String {
    guard let alias = configuration.client.redirectAlias else { return url }
    return try values.text(alias)
  }
}

extension ResolvedProvider {
  /// Whether a sign-in needs a value that the descriptor leaves to discovery.
  var signInNeedsDiscovery: Bool {
    guard configuration.discovery.mode == .runtime, issuer != nil else { return false }
    let algorithms = configuration.idToken.flatMap { $0.required ? $0.algorithms : nil }
    return algorithms?.isEmpty == true || configuration.requiredEndpoints.contains { endpoints[$0] == nil }
  }
}

extension ProviderConfiguration.Variable {
  /// Checks a value before it's inserted in a URL, so that no value can direct a request to another host or path.
  func validate(_ value: String) throws(StepFailure) {
    guard problem(with: value) == nil else { throw .configuration(.invalidVariable(name, example: example)) }
  }
}
