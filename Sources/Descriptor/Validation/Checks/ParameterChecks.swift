import AuthConfiguration

/// The rules for the parameters of authorization requests.
enum ParameterChecks {
  /// The parameters that the protocol itself sends. The server might reject a duplicate or, worse, use it.
  static let ofTheProtocol: Set<String> = [
    "state", "nonce", "redirect_uri", "client_id", "client_secret", "code_challenge", "code_challenge_method",
    "response_type", "response_mode", "scope", "request", "request_uri", "grant_type", "device_code", "dpop_jkt",
    "authorization_details", "auth_req_id",
  ]

  @Sendable static func protocolParameters(_ context: CheckContext) -> [Diagnostic] {
    let unused = unused(context)
    let parameters = context.descriptor.parameters.filter { parameter in
      ofTheProtocol.contains(parameter.name) && !(parameter.isConstant && unused.contains(parameter.name))
    }
    return parameters.map { parameter in
      let remedy = unused.contains(parameter.name) ? "only 'const' can set it" : "a descriptor can't set it"
      let message = "'\(parameter.name)' is part of the protocol; \(remedy)"
      return context.finding(.names.protocolParameter, message, at: "authorize", "parameters", parameter.name)
    }
  }

  /// Returns the parameters that this client never sends, so that the provider's own meaning can't conflict with the
  /// protocol's: the nonce of an ID token, and a signed request.
  static func unused(_ context: CheckContext) -> Set<String> {
    let configuration = context.configuration
    return Set(
      (configuration.idToken == nil ? ["nonce"] : [])
        + (configuration.authorization.requestObject == .none ? ["request"] : []))
  }

  /// `requires` must refer to other parameters of this provider.
  @Sendable static func requirements(_ context: CheckContext) -> [Diagnostic] {
    let all = context.descriptor.parameters
    let byName = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    return all.flatMap { parameter in
      let unknown = parameter.requires.filter { byName[$0] == nil || $0 == parameter.name }
      return unknown.map { name in
        let suggestion = SpellingSuggestion.suggestion(
          for: name, among: byName.keys.filter { $0 != parameter.name }.sorted())
        let message = "'\(parameter.name)' requires '\(name)', which isn't another parameter\(suggestion)"
        return context.finding(
          .names.unknownParameter, message, at: "authorize", "parameters", parameter.name, "requires")
      } + apart(parameter, byName, context)
    }
  }

  /// A parameter and the ones that it requires must be in the same requests.
  private static func apart(
    _ parameter: ProviderDescriptor.Parameter, _ byName: [String: ProviderDescriptor.Parameter],
    _ context: CheckContext
  ) -> [Diagnostic] {
    let needed = parameter.requires.filter { $0 != parameter.name }.compactMap { byName[$0] }
    return needed.flatMap { other in
      parameter.requests.filter { !other.requests.contains($0) }.map { request in
        let message =
          "'\(parameter.name)' requires '\(other.name)', which the request '\(request.rawValue)' doesn't contain"
        return context.finding(
          .names.parameterConflict, message, at: "authorize", "parameters", parameter.name, "requires")
      }
    }
  }

  /// `enum` and `set` must have values, and other types must not.
  @Sendable static func values(_ context: CheckContext) -> [Diagnostic] {
    ParameterPlace.all(in: context.descriptor).flatMap { place -> [Diagnostic] in
      let (parameter, isClosed) = (place.parameter, place.parameter.isClosed)
      if isClosed, parameter.values.isEmpty {
        let message = "'\(parameter.name)' is of type \(parameter.kind.rawValue), which requires 'values'"
        return [Diagnostic(.values.emptyValues, message, at: context.tree.location(of: place.path))]
      }
      if !isClosed, !parameter.values.isEmpty {
        let message =
          "'values' requires the type enum or set, but '\(parameter.name)' is of type \(parameter.kind.rawValue)"
        return [
          Diagnostic(.values.valuesWithoutEnum, message, at: context.tree.location(of: place.path + ["values"]))
        ]
      }
      // A space in a value would split it into two values of a set.
      return parameter.values.map(\.rawValue).filter { $0.isEmpty || $0.contains(where: \.isWhitespace) }.map { word in
        let message = "the value '\(word)' of '\(parameter.name)' must not be empty or contain a space"
        let location = context.tree.location(of: place.path + ["values", word])
        return Diagnostic(.names.invalidWireName, message, at: location)
      }
    }
  }

  /// A constant doesn't have a default and isn't required, and a default must be one of the values.
  @Sendable static func fixedValues(_ context: CheckContext) -> [Diagnostic] {
    ParameterPlace.all(in: context.descriptor).flatMap { place -> [Diagnostic] in
      let parameter = place.parameter
      guard let node = context.tree[place.path] else { return [] }
      let conflicting = ["default", "required", "requires"].filter { parameter.isConstant && node[$0] != nil }
      var findings = conflicting.map { key in
        let message = "'\(key)' is ignored because 'const' determines the value of '\(parameter.name)'"
        return Diagnostic(.values.withoutEffect, message, at: node.location(of: [key]))
      }
      if let word = node["default"]?.text, parameter.isClosed, !parameter.values.map(\.rawValue).contains(word) {
        let suggestion = SpellingSuggestion.suggestion(for: word, among: parameter.values.map(\.rawValue))
        let message = "the default '\(word)' isn't a valid value for '\(parameter.name)'\(suggestion)"
        findings.append(Diagnostic(.language.unknownWord, message, at: node.location(of: ["default"])))
      }
      return findings
    }
  }

  /// A case `none` of an optional enumeration would be mistaken for `Optional.none`, and the parameter would silently
  /// not be sent.
  @Sendable static func optionalNone(_ context: CheckContext) -> [Diagnostic] {
    let places = ParameterPlace.all(in: context.descriptor).filter { $0.parameter.kind == .enum }
    let values: [[String]] = places.flatMap { place in
      let named = place.parameter.values.filter { $0.caseName == "none" }
      return named.map { place.path + ["values", $0.rawValue] }
    }
    let errors: [[String]] = context.descriptor.errors.filter { $0.caseName == "none" }.map { ["errors", $0.code] }
    return (values + errors).map { path in
      let message = "a case 'none' would be mistaken for a missing value"
      let location = context.tree.location(of: path)
      return Diagnostic(.names.optionalNoneCase, message, at: location, note: "set another name with 'case:'")
    }
  }
}

/// A parameter that the app passes, and its location: in the authorization request, in a token exchange, or in a step of a sign-in without a browser.
struct ParameterPlace {
  let parameter: ProviderDescriptor.Parameter
  let path: [String]

  static func all(in descriptor: ProviderDescriptor) -> [ParameterPlace] {
    let ofFunctions = descriptor.requestFunctions.flatMap { function in
      function.parameters.map { ParameterPlace(parameter: $0, path: function.path + ["parameters", $0.name]) }
    }
    return descriptor.parameters.map { ParameterPlace(parameter: $0, path: ["authorize", "parameters", $0.name]) }
      + ofFunctions
  }
}

extension ProviderDescriptor.Parameter {
  /// Whether only the listed values may be sent.
  public var isClosed: Bool { kind == .enum || kind == .set }
}
