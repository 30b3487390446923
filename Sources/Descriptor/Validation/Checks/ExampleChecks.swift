import AuthConfiguration
import Foundation

/// Reads the examples with the descriptor's own rules, as a client would.
enum ExampleChecks {
  @Sendable static func decode(_ context: CheckContext) -> [Diagnostic] {
    // Examples describe the provider itself, not an environment.
    if context.environment != nil { return [] }
    return tokens(context) + errors(context) + callbacks(context) + user(context)
  }

  private static func tokens(_ context: CheckContext) -> [Diagnostic] {
    let rules = context.configuration.token.response
    let expect = context.descriptor.examples.expect
    let second = context.configuration.token.secondExchange
    if second == nil, context.descriptor.examples.bodies["second_token"] != nil {
      return [wrong("second_token", "isn't used, because 'token.second_exchange' is missing", context)]
    }
    var results: [[Diagnostic]] = []
    let findings = ["token", "second_token", "refresh"].flatMap { kind -> [Diagnostic] in
      let own = ["refresh": context.configuration.refresh?.response, "second_token": second?.response][kind] ?? nil
      let rules = own ?? rules
      guard let body = context.descriptor.examples.bodies[kind] else { return [] }
      guard let response = BodyReader.read(Data(body.utf8), mediaType: nil, as: rules) else {
        return [wrong(kind, "doesn't have the format of 'token.response.format'", context)]
      }
      if ErrorResponse(response, by: rules.error, known: context.configuration.errors) != nil {
        return [wrong(kind, "is an error according to 'token.response.error'", context)]
      }
      do throws(TokenResponseFailure) {
        let decoded = try TokenResponseBody(
          response, as: rules, isPartial: kind == "second_token",
          acceptsDPoP: context.configuration.client.dpop.use != .none)
        if kind != "refresh" { results.append(compare(decoded, with: expect, context)) }
        return []
      } catch {
        return [wrong(kind, "can't be decoded: \(error.explanation)", context)]
      }
    }
    // The session has the values of both exchanges, so one of them must have the expected value.
    guard let last = results.last else { return findings }
    return findings + last.filter { finding in results.allSatisfy { $0.contains { $0.location == finding.location } } }
  }

  private static func compare(
    _ response: TokenResponseBody, with expect: ProviderDescriptor.Examples.Expectation, _ context: CheckContext
  ) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    if let scopes = expect.scopes, scopes != response.tokens.scopes ?? [] {
      findings.append(
        differs("scopes", scopes.joined(separator: " "), (response.tokens.scopes ?? []).joined(separator: " "), context)
      )
    }
    if let seconds = expect.expiresIn, response.tokens.expiry != .after(.seconds(seconds)) {
      let found = response.tokens.expiry.map { "\($0)" } ?? "nothing"
      findings.append(differs("expires_in", String(seconds), found, context))
    }
    for (name, wanted) in expect.fields.sorted(by: { $0.key < $1.key }) {
      let found = response.fields[name]?.spelling
      if found != wanted { findings.append(differs("fields.\(name)", wanted, found ?? "nothing", context)) }
    }
    return findings
  }

  private static func errors(_ context: CheckContext) -> [Diagnostic] {
    let rules = context.configuration.token.response
    let userInfo = context.configuration.userInfo.error
    let known = context.configuration.errors
    return [("token_error", rules.error), ("userinfo_error", userInfo)].flatMap { kind, rule -> [Diagnostic] in
      guard let body = context.descriptor.examples.bodies[kind] else { return [] }
      guard let response = BodyReader.read(Data(body.utf8), mediaType: nil, as: rules),
        let error = ErrorResponse(response, by: rule, known: known)
      else { return [wrong(kind, "isn't an error according to the descriptor's rules", context)] }
      guard kind == "token_error", let wanted = context.descriptor.examples.expect.error, wanted != error.code else {
        return []
      }
      return [differs("error", wanted, error.code, context)]
    }
  }

  private static func callbacks(_ context: CheckContext) -> [Diagnostic] {
    let rules = context.configuration.callback
    return [("callback", rules.code), ("callback_error", rules.error)].flatMap { kind, name -> [Diagnostic] in
      guard let query = context.descriptor.examples.bodies[kind] else { return [] }
      guard let pairs = FormEncoding.decode(query) else { return [wrong(kind, "isn't a valid query", context)] }
      let found = Dictionary(pairs.map { ($0.name, $0.value) }) { first, _ in first }
      let missing = ([name] + [stateName(context)].compactMap(\.self)).filter { found[$0] == nil }
      let isResponse = kind == "callback" && found[name] != nil
      let fields = isResponse ? rules.fields.compactMap { field($0, in: found, context) } : []
      return missing.map { wrong(kind, "doesn't contain '\($0)'", context) } + fields
        + [signature(kind, in: found, context)].compactMap(\.self)
    }
  }

  /// The parameter without which a client rejects the callback, unless the descriptor turns it off.
  private static func stateName(_ context: CheckContext) -> String? {
    let configuration = context.configuration
    return configuration.authorization.state == .none ? nil : configuration.callback.state
  }

  /// The signature can't be verified, because an example contains no secret, but its form must be right.
  private static func signature(_ kind: String, in found: [String: String], _ context: CheckContext) -> Diagnostic? {
    guard let rule = context.configuration.callback.signature else { return nil }
    guard let value = found[rule.parameter] else {
      return wrong(kind, "doesn't contain the signature '\(rule.parameter)'", context)
    }
    let isHex = value.utf8.count == 64 && value.allSatisfy { "0123456789abcdef".contains($0) }
    if isHex { return nil }
    return wrong(
      kind, "contains '\(value)' as '\(rule.parameter)', which must be a signature of 64 lowercase hexadecimal digits",
      context)
  }

  private static func field(
    _ rule: ProviderConfiguration.CallbackRules.Field, in found: [String: String], _ context: CheckContext
  ) -> Diagnostic? {
    guard let value = found[rule.name], !value.isEmpty else {
      return rule.isOptional ? nil : wrong("callback", "doesn't contain '\(rule.name)'", context)
    }
    if !rule.kind.accepts(value) {
      return wrong(
        "callback", "contains '\(value)' as '\(rule.name)', which must be of type \(rule.kind.rawValue)", context)
    }
    // Values that the descriptor doesn't contain can't be compared.
    let examples = context.configuration.variables.map { ($0.name, $0.example) }
    let known = Dictionary(examples) { first, _ in first }
    guard let wanted = try? rule.equals?.filled({ known[$0] }), wanted != value else { return nil }
    return wrong("callback", "contains '\(value)' as '\(rule.name)'; only '\(wanted)' is accepted", context)
  }

  private static func user(_ context: CheckContext) -> [Diagnostic] {
    let findings = facts(context)
    let examples = context.descriptor.examples
    guard findings.isEmpty, !examples.expect.user.isEmpty else { return findings }
    let facts = UserFacts(examples, by: context.configuration)
    return examples.expect.user.sorted { $0.key < $1.key }.compactMap { name, wanted in
      let key = name == "username" ? "preferred_username" : name
      let found = name == "id" ? facts.identity ?? facts.all["sub"]?.spelling : facts.all[key]?.spelling
      return found == wanted ? nil : differs("user.\(name)", wanted, found ?? "nothing", context)
    }
  }

  /// Claims must be members of an object, regardless of their source.
  private static func facts(_ context: CheckContext) -> [Diagnostic] {
    let examples = context.descriptor.examples
    let rules = context.configuration.userInfo
    var findings: [Diagnostic] = []
    if let body = examples.bodies["userinfo"] {
      let response = context.configuration.response(body)
      if response?.value(at: rules.root)?.object == nil {
        findings.append(wrong("userinfo", "doesn't contain an object at 'userinfo.root'", context))
      } else if let response, ErrorResponse(response, by: rules.error, known: context.configuration.errors) != nil {
        findings.append(wrong("userinfo", "is an error according to 'userinfo.error'", context))
      }
    }
    if let body = examples.bodies["emails"] {
      if let call = rules.furtherRequests.first, context.configuration.response(body)?.value(at: call.root) == nil {
        findings.append(wrong("emails", "doesn't contain a value at the root of 'userinfo.further_requests'", context))
      } else if rules.furtherRequests.isEmpty {
        findings.append(wrong("emails", "isn't used, because 'userinfo.further_requests' is empty", context))
      }
    }
    if let claims = examples.idToken, JSONValue(parsing: Data(claims.utf8))?.object == nil {
      findings.append(wrong("id_token", "isn't a map of claims", context))
    }
    return findings
  }

  private static func wrong(_ kind: String, _ what: String, _ context: CheckContext) -> Diagnostic {
    context.finding(.urls.invalidExample, "the example '\(kind)' \(what)", at: "examples", kind)
  }

  private static func differs(_ key: String, _ wanted: String, _ found: String, _ context: CheckContext) -> Diagnostic {
    let path = ["examples", "expect"] + key.split(separator: ".").map(String.init)
    let message = "the examples contain '\(found)' for \(key), but '\(wanted)' was expected"
    return Diagnostic(.urls.invalidExample, message, at: context.tree.location(of: path))
  }
}

extension UserFacts {
  /// Collects the claims about the user from the examples, as a client would.
  init(_ examples: ProviderDescriptor.Examples, by configuration: ProviderConfiguration) {
    self.init()
    let rules = configuration.userInfo
    func value(_ text: String?) -> JSONValue? { text.flatMap { JSONValue(parsing: Data($0.utf8)) } }
    for source in rules.sources {
      switch source {
      case .idToken: if let place = value(examples.idToken) { add(place, map: rules.map) }
      case .endpoint:
        if let place = examples.bodies["userinfo"].flatMap(configuration.response)?.value(at: rules.root) {
          add(place, map: rules.map)
        }
      case .token(let path):
        if let place = value(examples.bodies["token"])?.value(at: path) { add(place, map: rules.map) }
      case .callback(let name, let path):
        let field = FormEncoding.decode(examples.bodies["callback"] ?? "")?.first { $0.name == name }?.value
        if let place = field.flatMap({ configuration.callback.value($0, of: name) })?.value(at: path) {
          add(place, map: rules.map, isWhole: false)
        }
      }
    }
    if let call = rules.furtherRequests.first,
      let place = examples.bodies["emails"].flatMap(configuration.response)?.value(at: call.root),
      call.condition.map(JSONValue.object(all).satisfies) ?? true
    {
      add(place, map: call.map, isWhole: false)
    }
  }
}

extension ProviderConfiguration {
  /// Reads a body with claims about the user. A prefix around JSON is removed here too.
  fileprivate func response(_ body: String) -> JSONValue? {
    var rules = token.response
    if rules.format == .form || rules.format == .auto { rules.format = .json }
    return BodyReader.read(Data(body.utf8), mediaType: nil, as: rules)
  }
}

extension TokenResponseFailure {
  /// A human-readable description.
  public var explanation: String {
    switch self {
    case .missingField(let name): "'\(name)' is missing"
    case .unsupportedTokenType(let type): "the token type \(type) isn't accepted"
    case .malformedToken(let name): "'\(name)' isn't a string"
    }
  }
}
