import AuthConfiguration
import AuthDescriptor

/// What the programs of a tutorial take from a descriptor: identifiers, literals, and nothing else of its text.
struct ProgramFacts {
  let descriptor: ProviderDescriptor
  let client: ClientModel
  let sheet: CallbackSheet
  /// What a reader has to state in the environment, in the order of the program.
  private(set) var settings: [(name: String, example: String)] = []

  init(_ descriptor: ProviderDescriptor, _ client: ClientModel) {
    (self.descriptor, self.client) = (descriptor, client)
    sheet = CallbackSheet(descriptor: descriptor)
  }

  /// No program on a device can take the answer.
  var isWeb: Bool { client.isBackend && !sheet.hasLoopback }

  /// A value from the environment.
  mutating func setting(_ name: String, example: String) -> String {
    if !settings.contains(where: { $0.name == name }) { settings.append((name, example)) }
    return "setting(\(SwiftLiteral.string(name)), example: \(SwiftLiteral.string(example)))"
  }

  /// What the initializer of the app's client wants to know, but for the redirect.
  mutating func appArguments() -> [LineModel] {
    var lines = arguments(client.arguments)
    lines.append("clientID: " + setting("AUTH_CLIENT_ID", example: "abc123"))
    if client.secret.isRequired { lines.append("clientSecret: " + secret) }
    if client.isSigned, !client.isBackend { lines.append("signTokenRequest: Signer()") }
    return lines.map { LineModel(text: $0) }
  }

  /// The same of the server half.
  mutating func serverArguments() -> [LineModel] {
    var lines = arguments(client.backendArguments)
    lines.append("clientID: " + setting("AUTH_CLIENT_ID", example: "abc123"))
    if client.needsBackendSecret { lines.append("clientSecret: " + secret) }
    if client.isSigned { lines.append("signTokenRequest: Signer()") }
    return lines.enumerated().map { LineModel(text: $1, comma: $0 == lines.count - 1 ? "" : ",") }
  }

  /// An expression with examples in the place of the environment, which an app on a phone does not have.
  func withExamples(_ text: String) -> String {
    settings.reduce(text) { text, value in
      let example = SwiftLiteral.string(value.example)
      return text.replacing("setting(\(SwiftLiteral.string(value.name)), example: \(example))", with: example)
    }
  }

  private var secret: String {
    mutating get { "Secret(\(setting("AUTH_CLIENT_SECRET", example: "a-secret")))" }
  }

  private mutating func arguments(_ models: [ArgumentModel]) -> [String] {
    models.filter(\.isRequired).map { "\($0.name): \(value(of: $0))" }
  }

  private mutating func value(of model: ArgumentModel) -> String {
    let variable = descriptor.variables.first { $0.swiftName == model.name }
    if let variable, variable.isClosed { return ".\(variable.values[0].caseName)" }
    let option = descriptor.settings.first { $0.swiftName == model.name }
    let key = option?.kind == .pem ? "-----BEGIN PRIVATE KEY-----…" : "…"
    let example = variable?.exampleValue ?? option?.example ?? key
    let text = setting("AUTH_" + (variable?.name ?? option?.name ?? model.name).uppercased(), example: example)
    switch model.type {
    case "Secret": return "Secret(\(text))"
    case "Int": return "Int(\(text)) ?? 0"
    case "Bool": return "\(text) == \"true\""
    default: return text
    }
  }
}

extension ProgramFacts {
  /// Arguments of the sign-in, in as many lines as they need.
  ///
  /// - Parameters:
  ///   - indentation: Where the statement begins.
  ///   - head: The statement up to the bracket.
  mutating func signInArguments(_ stages: Set<ProgramModel.Stage>, indentation: Int, head: String) -> String {
    var all: [String] = []
    let scopes = stages.contains(.keeps) ? offlineScopes : nil
    if let scopes { all.append("scopes: [\(scopes.joined(separator: ", "))]") }
    for parameter in client.parameters {
      if parameter.name == "offlineAccess", stages.contains(.keeps) { all.append("offlineAccess: true") }
      if parameter.name == "audience", !parameter.isRequired, stages.contains(.callsAPI) {
        all.append("audience: " + setting("AUTH_AUDIENCE", example: "https://api.acme.example"))
      }
      if parameter.isRequired { all.append("\(parameter.name): \(value(of: parameter.name))") }
    }
    return Self.laidOut(all, indentation: indentation, head: head)
  }

  /// Arguments of the sign-in on another device.
  mutating func deviceArguments() -> String {
    var all: [String] = []
    if let offlineScopes { all.append("scopes: [\(offlineScopes.joined(separator: ", "))]") }
    for parameter in client.deviceParameters {
      if parameter.name == "audience", !parameter.isRequired {
        all.append("audience: " + setting("AUTH_AUDIENCE", example: "https://api.acme.example"))
      }
      if parameter.isRequired { all.append("\(parameter.name): \(value(of: parameter.name))") }
    }
    let head = "return try await client.signInOnAnotherDevice("
    let text = Self.laidOut(all, indentation: 6, head: head, tail: ") { code in")
    return text.hasPrefix("\n") ? text + "\n      " : text
  }

  /// Arguments of the sign-in that a server begins.
  var startArguments: String {
    var defaults = descriptor.configuration.scopes?.defaults ?? []
    if let offline = descriptor.configuration.scopes?.offline, offlineScopes != nil, !defaults.contains(offline) {
      defaults.append(offline)
    }
    var all = ["redirectURI: \(SwiftLiteral.string(sheet.web))"]
    all.append("scopes: [\(defaults.map(SwiftLiteral.string).joined(separator: ", "))]")
    if !filling.isEmpty { all.append("parameters: parameters") }
    return Self.laidOut(all, indentation: 4, head: "return try await backend.start(")
  }

  /// What such a sign-in fills in.
  var filling: [LineModel] {
    descriptor.variables.filter { $0.rule.source == .request }.map { variable in
      let (name, value) = (SwiftLiteral.string(variable.name), SwiftLiteral.string(variable.exampleValue))
      return LineModel(text: "parameters.fill(\(name), \(value))")
    }
  }

  /// The scopes that a sign-in asks for to stay signed in, where one of them is for that.
  var offlineScopes: [String]? {
    guard descriptor.canRefresh, let rules = descriptor.configuration.scopes, let offline = rules.offline else {
      return nil
    }
    let names = rules.defaults.filter { $0 != offline } + [offline]
    let words = names.map { name in
      descriptor.scopes.values.first { $0.name == name }.map { ".\($0.caseName)" }
        ?? (descriptor.scopes.isOpen ? SwiftLiteral.string(name) : nil)
    }
    return words.contains(nil) ? nil : words.compactMap(\.self)
  }

  private mutating func value(of name: String) -> String {
    let parameter = descriptor.parameters.first { $0.swiftName == name }
    let variable = descriptor.variables.first { $0.swiftName == name }
    if let variable, variable.isClosed { return ".\(variable.values[0].caseName)" }
    switch parameter?.kind {
    case .enum: return ".\(parameter?.values.first?.caseName ?? "")"
    case .set: return "[.\(parameter?.values.first?.caseName ?? "")]"
    case .bool: return "true"
    case .int: return "1"
    case .seconds: return ".seconds(60)"
    case .url: return "URL(string: \"https://app.acme.example\")!"
    case .list, .locales: return "[\"en\"]"
    case .string, .email, .json, nil:
      let key = variable?.name ?? parameter?.name ?? name
      return setting("AUTH_" + key.uppercased(), example: variable?.exampleValue ?? "…")
    }
  }

  private static func laidOut(_ arguments: [String], indentation: Int, head: String, tail: String = ")") -> String {
    let line = arguments.joined(separator: ", ")
    if ExpressionLayout.fits(line + tail, column: indentation + head.count) { return line }
    let margin = "\n" + String(repeating: " ", count: indentation + 2)
    let isShort = ExpressionLayout.fits(line, column: indentation + 2)
    return margin + (isShort ? line : arguments.joined(separator: "," + margin))
  }
}

extension ProgramFacts {
  /// Statements that show the user.
  var greeting: [LineModel] {
    var lines = ["print(\"id:\", user.id)"]
    let groups = descriptor.claims.standard
    if groups.contains(.profile) { lines.append("print(\"name:\", user.name ?? \"-\")") }
    if groups.contains(.email) {
      lines.append(
        "print(\"e-mail:\", user.email ?? \"-\", user.isEmailVerified ? \"(verified)\" : \"(not verified)\")")
    }
    if groups.contains(.phone) { lines.append("print(\"phone:\", user.phoneNumber ?? \"-\")") }
    let known = Set(
      (groups.contains(.profile) ? ["name", "username"] : []) + (groups.contains(.email) ? ["email"] : []))
    let mapped = ["name": "name", "username": "preferred_username", "email": "email"].filter { key, _ in
      !known.contains(key) && descriptor.configuration.userInfo.map[key] != nil
    }
    for (key, claim) in mapped.sorted(by: { $0.key < $1.key }) {
      lines.append("print(\"\(key):\", user.claims[\"\(claim)\"]?.string ?? \"-\")")
    }
    // What a whole screen of claims would hide.
    for claim in descriptor.claims.custom.prefix(6) { lines.append(show(claim)) }
    return lines.map { LineModel(text: $0) }
  }

  private func show(_ claim: ProviderDescriptor.Claims.Custom) -> String {
    let value = "user.\(claim.swiftName)"
    let text: String
    switch (claim.type, claim.isOptional) {
    case (.string, true): text = "\(value) ?? \"-\""
    case (.strings, true): text = "\(value)?.joined(separator: \", \") ?? \"-\""
    case (.strings, false): text = "\(value).joined(separator: \", \")"
    case (_, true): text = "\(value).map { \"\\($0)\" } ?? \"-\""
    case (_, false): text = value
    }
    return "print(\"\(claim.swiftName):\", \(text))"
  }

  /// The provider's own errors, or where it has none two that every provider may answer.
  var errors: [ProviderDescriptor.KnownError] {
    let own = descriptor.errors.filter { !Self.standardErrors.contains($0.code) }
    let shown = own.isEmpty ? descriptor.errors.filter { ["access_denied", "invalid_grant"].contains($0.code) } : own
    return Array(shown.prefix(5))
  }

  /// RFC 6749 §4.1.2.1 and §5.2, OpenID Connect Core 1.0 §3.1.2.6, RFC 8628 §3.5.
  private static let standardErrors: Set = [
    "access_denied", "invalid_request", "unauthorized_client", "unsupported_response_type", "invalid_scope",
    "server_error", "temporarily_unavailable", "invalid_client", "invalid_grant", "unsupported_grant_type",
    "interaction_required", "login_required", "account_selection_required", "consent_required", "expired_token",
    "authorization_pending", "slow_down",
  ]

  /// The address of an API: the provider's own one on users, where it has one that is the same for everybody.
  var apiExample: String {
    let endpoint = descriptor.configuration.server.userInfoEndpoint?.text ?? ""
    return endpoint.hasPrefix("https://") && !endpoint.contains("{") ? endpoint : "https://api.acme.example/me"
  }

  /// What ends at the provider.
  var signOutCall: String? {
    if client.isBackend { return descriptor.canRevoke ? "revokeTokens" : nil }
    if descriptor.canEndSession { return "signOut()" }
    return descriptor.canRevoke ? "revokeTokens()" : nil
  }
}
