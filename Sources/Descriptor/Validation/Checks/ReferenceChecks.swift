import AuthConfiguration

/// The rules for references to other names.
enum ReferenceChecks {
  /// Only parameters of requests can be renamed.
  @Sendable static func renames(_ context: CheckContext) -> [Diagnostic] {
    let own = context.configuration.authorization
    let known = ParameterNames.standard + own.parameters.map(\.name) + own.offlineParameters.keys.sorted()
    return (context.tree["rename"]?.entries ?? []).filter { !known.contains($0.key) }.map { entry in
      unknown(entry.key, "isn't a standard parameter or a parameter of the provider", among: known, at: entry.location)
    }
  }

  /// Only parameters of the request can be omitted.
  @Sendable static func omissions(_ context: CheckContext) -> [Diagnostic] {
    ParameterNames.exchanges(context).sorted { $0.key < $1.key }.flatMap { request, known in
      (context.tree[[request, "omit"]]?.list ?? []).compactMap { item in
        guard let name = item.text, !known.contains(name) else { return nil }
        return unknown(name, "isn't a standard parameter of '\(request)'", among: known, at: item.location)
      }
    }
  }

  /// Only parameters of an authorization request can have another encoding.
  @Sendable static func rawParameters(_ context: CheckContext) -> [Diagnostic] {
    // An app may also request scopes that the descriptor doesn't list.
    let scopes = [context.configuration.scopes?.parameter].compactMap(\.self)
    let sent = (ParameterNames.authorization(context) + ParameterNames.own(context)).map(\.sent) + scopes
    return (context.tree[["authorize", "encoding", "raw"]]?.list ?? []).compactMap { item in
      guard let name = item.text, !sent.contains(name) else { return nil }
      return unknown(name, "isn't a parameter of an authorization request", among: sent, at: item.location)
    }
  }

  /// The key of a callback's signature must be a secret. Anyone could forge the signature with a public value.
  @Sendable static func signatureKey(_ context: CheckContext) -> [Diagnostic] {
    guard let node = context.tree[["callback", "signature", "key"]], let name = node.text else { return [] }
    let settings = context.configuration.client.settings.filter(\.isSecret).map { "settings.\($0.name)" }
    let secrets = ["client_secret"] + settings
    if secrets.contains(name) { return [] }
    return [unknown(name, "isn't 'client_secret' or a secret setting", among: secrets, at: node.location)]
  }

  private static func unknown(
    _ name: String, _ what: String, among known: [String], at location: SourceLocation
  ) -> Diagnostic {
    Diagnostic(
      .names.unknownParameter, "'\(name)' \(what)\(SpellingSuggestion.suggestion(for: name, among: known))",
      at: location)
  }

  /// The variables of an app that a descriptor doesn't contain.
  private static let appVariables = [
    "bundle_id", "callback_url", "logout_url", "port", "scheme", "your_host", "client_id",
  ]

  /// A tutorial would show the braces of an unknown variable.
  @Sendable static func docs(_ context: CheckContext) -> [Diagnostic] {
    let known = appVariables + context.configuration.variables.map(\.name)
    return context.strings(.docsTemplate).flatMap { _, node -> [Diagnostic] in
      TextTemplate(node.text ?? "").placeholders.filter { !known.contains($0) }.map { name in
        let suggestion = SpellingSuggestion.suggestion(for: name, among: known)
        let expected = suggestion.isEmpty ? "; expected one of \(known.joined(separator: ", "))" : suggestion
        return Diagnostic(.urls.undeclaredVariable, "'{\(name)}' isn't defined here\(expected)", at: node.location)
      }
    }
  }
}
