import AuthConfiguration

/// Names that refer to something must find it.
enum ReferenceChecks {
  /// Only what is sent has a name that can be another.
  @Sendable static func renames(_ context: CheckContext) -> [Diagnostic] {
    let own = context.configuration.authorization
    let known = WireNames.standard + own.parameters.map(\.name) + own.offlineParameters.keys.sorted()
    return (context.tree["rename"]?.entries ?? []).filter { !known.contains($0.key) }.map { entry in
      unknown(entry.key, "is no standard parameter, nor one of the provider", among: known, at: entry.location)
    }
  }

  /// Only what a request carries can be left out.
  @Sendable static func omissions(_ context: CheckContext) -> [Diagnostic] {
    WireNames.exchanges(context).sorted { $0.key < $1.key }.flatMap { request, known in
      (context.tree[[request, "omit"]]?.list ?? []).compactMap { item in
        guard let name = item.text, !known.contains(name) else { return nil }
        return unknown(name, "is no parameter of the protocol in '\(request)'", among: known, at: item.location)
      }
    }
  }

  /// Only what an authorization request carries can be written in another way.
  @Sendable static func rawParameters(_ context: CheckContext) -> [Diagnostic] {
    // Scopes that no descriptor lists may be asked for too.
    let scopes = [context.configuration.scopes?.parameter].compactMap(\.self)
    let sent = (WireNames.authorization(context) + WireNames.own(context)).map(\.sent) + scopes
    return (context.tree[["authorize", "encoding", "raw"]]?.list ?? []).compactMap { item in
      guard let name = item.text, !sent.contains(name) else { return nil }
      return unknown(name, "is no parameter of an authorization request", among: sent, at: item.location)
    }
  }

  private static func unknown(
    _ name: String, _ what: String, among known: [String], at location: SourceLocation
  ) -> Diagnostic {
    Diagnostic(
      .names.unknownParameter, "'\(name)' \(what)\(NearestWord.suggestion(for: name, among: known))", at: location)
  }

  /// What an app knows and a descriptor does not.
  private static let ofTheApp = ["bundle_id", "callback_url", "logout_url", "port", "scheme", "your_host", "client_id"]

  /// A tutorial would show the braces.
  @Sendable static func docs(_ context: CheckContext) -> [Diagnostic] {
    let known = ofTheApp + context.configuration.variables.map(\.name)
    return texts(of: context.tree["docs"]).flatMap { node -> [Diagnostic] in
      TextTemplate(node.text ?? "").holes.filter { !known.contains($0) }.map { name in
        let suggestion = NearestWord.suggestion(for: name, among: known)
        let expected = suggestion.isEmpty ? "; expected one of \(known.joined(separator: ", "))" : suggestion
        return Diagnostic(.urls.undeclaredVariable, "'{\(name)}' is not known here\(expected)", at: node.location)
      }
    }
  }

  /// Those that are addresses.
  private static func texts(of docs: LocatedNode?) -> [LocatedNode] {
    let maps = ["callbacks", "links"].flatMap { docs?[$0]?.entries?.map(\.value) ?? [] }
    let fields = (docs?["register"]?.list ?? []).compactMap { $0["value"] }
    return maps + fields + [docs?["console"]?["url"]].compactMap(\.self)
  }
}
