import Foundation

/// A configuration whose variables have been validated, with what the app says once.
///
/// It never changes, and is a class so that handing it on copies one reference and not those of a whole configuration:
/// tasks on several cores would count them all at the same time.
package final class ResolvedProvider: Sendable {
  package let configuration: ProviderConfiguration
  let clientID: String
  /// What every template may name.
  package let values: TemplateValues
  /// Exactly as tokens must spell it; `nil` for a provider without ID tokens and discovery.
  package let issuer: String?
  /// Found once: a configuration that is asked is copied first.
  let browserBringsIDToken: Bool
  /// The endpoints that the descriptor states, found once.
  let endpoints: [Endpoint: TextTemplate]
  /// The issuers of ID tokens that the descriptor lists, and what the app says about their tenants; found once.
  let issuers: [(template: TextTemplate, tenants: [TenantRule])]

  package init(
    _ configuration: ProviderConfiguration, variables: [String: String], clientID: String,
    settings: [String: Secret] = [:], clientSecret: Secret? = nil, now: @escaping @Sendable () -> Date = { Date() }
  ) throws(StepFailure) {
    var values = TemplateValues(configuration, now: now)
      .adding("client_id", clientID)
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
    browserBringsIDToken = configuration.browserBringsIDToken
    let stated = Endpoint.announced.compactMap { endpoint in configuration.server[endpoint].map { (endpoint, $0) } }
    endpoints = Dictionary(uniqueKeysWithValues: stated)
    self.clientID = clientID
    issuer = try configuration.server.issuer.map { issuer throws(StepFailure) in try values.address(issuer) }
    if let issuer { _ = try SecureURL.parse(issuer) }
    // What needs nothing but the app's own values is checked before anything is asked.
    for template in endpoints.values where template.holes.allSatisfy({ values.value($0) != nil }) {
      _ = try values.url(template)
    }
    self.values = values
    var issuers: [(TextTemplate, [TenantRule])] = []
    for template in configuration.idToken?.issuers ?? [] {
      let rules = try TenantRule.rules(
        of: template, at: configuration.server.issuer, values, variables: configuration.variables)
      issuers.append((template, rules))
    }
    self.issuers = issuers
  }

  /// These values and those that a sign-in said or a server answered, each checked as its kind wants. What the app says
  /// once is not replaced: a grant comes from a device, and must not lead the client's secret to a host of its choice.
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
  /// Who gives the credentials, as a store files them: the issuer, or the provider at one of its hosts. The same descriptor
  /// may be used with several; the tokens of one must never be sent to another.
  var authority: String {
    if let issuer { return issuer }
    let server = configuration.server
    guard let endpoint = server.tokenEndpoint ?? server.authorizationEndpoint else { return configuration.id }
    let address = try? endpoint.filled { values.value($0) ?? "{\($0)}" }
    return "\(configuration.id) \(address ?? endpoint.text)"
  }
}

extension ResolvedProvider {
  /// Whether a sign-in comes to something that the descriptor leaves to discovery.
  var signInNeedsDiscovery: Bool {
    guard configuration.discovery.mode == .runtime, issuer != nil else { return false }
    let algorithms = configuration.idToken.flatMap { $0.required ? $0.algorithms : nil }
    let needed = configuration.neededEndpoints.filter { $0 != .keys || algorithms != nil }
    return algorithms?.isEmpty == true || needed.contains { endpoints[$0] == nil }
  }
}

extension ProviderConfiguration.Variable {
  /// Checks a value before it is put into a URL, so that no value can lead a request to another host or path.
  func validate(_ value: String) throws(StepFailure) {
    guard problem(with: value) == nil else { throw .configuration(.invalidVariable(name, example: example)) }
  }
}
