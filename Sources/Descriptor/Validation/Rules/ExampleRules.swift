import AuthConfiguration
import Foundation

/// Examples are read by the descriptor's own rules, as a client would read them.
enum ExampleRules {
  @Sendable static func decode(_ context: RuleContext) -> [Diagnostic] {
    // Examples show the provider itself.
    if context.environment != nil { return [] }
    return tokens(context) + errors(context) + callbacks(context) + user(context)
  }

  private static func tokens(_ context: RuleContext) -> [Diagnostic] {
    let rules = context.configuration.token.response
    let expect = context.descriptor.examples.expect
    return ["token", "refresh"].flatMap { kind -> [Diagnostic] in
      let rules = kind == "refresh" ? context.configuration.refresh?.response ?? rules : rules
      guard let body = context.descriptor.examples.bodies[kind] else { return [] }
      guard let answer = AnswerBody.read(Data(body.utf8), mediaType: nil, as: rules) else {
        return [wrong(kind, "is nothing that 'token.response.format' allows", context)]
      }
      if ErrorAnswer(answer, by: rules.error, known: context.configuration.errors) != nil {
        return [wrong(kind, "is an error by 'token.response.error'", context)]
      }
      do throws(TokenAnswerFailure) {
        let decoded = try TokenAnswer(answer, as: rules)
        return kind == "token" ? compare(decoded, with: expect, context) : []
      } catch {
        return [wrong(kind, "does not decode: \(error.explanation)", context)]
      }
    }
  }

  private static func compare(
    _ answer: TokenAnswer, with expect: ProviderDescriptor.Examples.Expectation, _ context: RuleContext
  ) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    if let scopes = expect.scopes, scopes != answer.tokens.scopes ?? [] {
      findings.append(
        differs("scopes", scopes.joined(separator: " "), (answer.tokens.scopes ?? []).joined(separator: " "), context))
    }
    if let seconds = expect.expiresIn, answer.tokens.expiry != .after(.seconds(seconds)) {
      let found = answer.tokens.expiry.map { "\($0)" } ?? "nothing"
      findings.append(differs("expires_in", String(seconds), found, context))
    }
    for (name, wanted) in expect.fields.sorted(by: { $0.key < $1.key }) {
      let found = answer.fields[name]?.spelling
      if found != wanted { findings.append(differs("fields.\(name)", wanted, found ?? "nothing", context)) }
    }
    return findings
  }

  private static func errors(_ context: RuleContext) -> [Diagnostic] {
    let response = context.configuration.token.response
    let userInfo = context.configuration.userInfo.error
    let known = context.configuration.errors
    return [("token_error", response.error), ("userinfo_error", userInfo)].flatMap { kind, rule -> [Diagnostic] in
      guard let body = context.descriptor.examples.bodies[kind] else { return [] }
      guard let answer = AnswerBody.read(Data(body.utf8), mediaType: nil, as: response),
        let error = ErrorAnswer(answer, by: rule, known: known)
      else { return [wrong(kind, "is no error by the descriptor's own rules", context)] }
      guard kind == "token_error", let wanted = context.descriptor.examples.expect.error, wanted != error.code else {
        return []
      }
      return [differs("error", wanted, error.code, context)]
    }
  }

  private static func callbacks(_ context: RuleContext) -> [Diagnostic] {
    let rules = context.configuration.callback
    return [("callback", rules.code), ("callback_error", rules.error)].flatMap { kind, name -> [Diagnostic] in
      guard let query = context.descriptor.examples.bodies[kind] else { return [] }
      guard let pairs = FormEncoding.decode(query) else { return [wrong(kind, "is no query", context)] }
      let names = Set(pairs.map(\.name))
      let needed = [name] + (kind == "callback" ? rules.fields.filter { !$0.isOptional }.map(\.name) : [])
      return needed.filter { !names.contains($0) }.map { wrong(kind, "lacks '\($0)'", context) }
    }
  }

  private static func user(_ context: RuleContext) -> [Diagnostic] {
    let examples = context.descriptor.examples
    guard !examples.expect.user.isEmpty else { return [] }
    let facts = UserFacts(examples, by: context.configuration)
    return examples.expect.user.sorted { $0.key < $1.key }.compactMap { name, wanted in
      let key = name == "username" ? "preferred_username" : name
      let found = name == "id" ? facts.identity ?? facts.all["sub"]?.spelling : facts.all[key]?.spelling
      return found == wanted ? nil : differs("user.\(name)", wanted, found ?? "nothing", context)
    }
  }

  private static func wrong(_ kind: String, _ what: String, _ context: RuleContext) -> Diagnostic {
    context.error(.invalidExample, "the example '\(kind)' \(what)", at: "examples", kind)
  }

  private static func differs(_ key: String, _ wanted: String, _ found: String, _ context: RuleContext) -> Diagnostic {
    let path = ["examples", "expect"] + key.split(separator: ".").map(String.init)
    let message = "the examples give '\(found)' for \(key), not '\(wanted)'"
    return Diagnostic(.invalidExample, message, at: context.tree.location(of: path))
  }
}

extension UserFacts {
  /// What the examples say about the user, gathered as a client would.
  init(_ examples: ProviderDescriptor.Examples, by configuration: ProviderConfiguration) {
    self.init()
    let rules = configuration.userInfo
    func value(_ text: String?) -> JSONValue? { text.flatMap { JSONValue(parsing: Data($0.utf8)) } }
    for source in rules.sources {
      switch source {
      case .idToken: if let place = value(examples.idToken) { add(place, map: rules.map) }
      case .endpoint:
        if let place = value(examples.bodies["userinfo"])?.value(at: rules.root) { add(place, map: rules.map) }
      case .token(let path):
        if let place = value(examples.bodies["token"])?.value(at: path) { add(place, map: rules.map) }
      case .callback(let name, let path):
        let field = FormEncoding.decode(examples.bodies["callback"] ?? "")?.first { $0.name == name }?.value
        if let place = value(field)?.value(at: path) { add(place, map: rules.map, isWhole: false) }
      }
    }
    if let call = rules.also.first, let place = value(examples.bodies["emails"])?.value(at: call.root),
      call.condition.map(JSONValue.object(all).satisfies) ?? true
    {
      add(place, map: call.map, isWhole: false)
    }
  }
}

extension TokenAnswerFailure {
  /// For people.
  public var explanation: String {
    switch self {
    case .missingField(let name): "'\(name)' is missing"
    case .unsupportedTokenType(let type): "the token type is \(type)"
    }
  }
}
