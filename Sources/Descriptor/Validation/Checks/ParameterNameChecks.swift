import AuthConfiguration

/// The rules for names in requests and callbacks.
enum ParameterNameChecks {
  /// Names must consist of characters that are unchanged in a query.
  @Sendable static func names(_ context: CheckContext) -> [Diagnostic] {
    (keys(context) + values(context)).compactMap { path, name in
      if isParameterName(name) { return nil }
      let message = "'\(name)' isn't a valid parameter name; use letters, digits, and any of _ - . ~ [ ]"
      return Diagnostic(.names.invalidWireName, message, at: context.tree.location(of: path))
    }
  }

  /// Returns the names that are keys of the descriptor.
  private static func keys(_ context: CheckContext) -> [(path: [String], name: String)] {
    context.values(.parameterNames).flatMap { map in (map.node.entries ?? []).map { (map.path + [$0.key], $0.key) } }
  }

  /// Returns the names that are values of the descriptor.
  private static func values(_ context: CheckContext) -> [(path: [String], name: String)] {
    context.strings(.parameterName).compactMap { path, node in node.text.map { (path, $0) } }
  }

  private static func isParameterName(_ name: String) -> Bool {
    (1...64).contains(name.utf8.count)
      && name.utf8.allSatisfy { $0.isASCIILetterOrDigit || "_-.~[]".utf8.contains($0) }
  }

  /// Names of members must not contain braces, because only values are templates.
  @Sendable static func members(_ context: CheckContext) -> [Diagnostic] {
    context.values(.memberNames).flatMap { map in
      (map.node.entries ?? []).filter { $0.key.contains(where: "{}".contains) }.map { entry in
        let message = """
          '\(entry.key)' in '\(map.path.dotted)' isn't a valid member name; use a name without braces, \
          or write '\(map.path.dotted)' as one string
          """
        return Diagnostic(.names.invalidWireName, message, at: entry.location)
      }
    }
  }

  /// The names in a request must be unique, because the meaning of a duplicate depends on the server.
  @Sendable static func requests(_ context: CheckContext) -> [Diagnostic] {
    let own = ParameterNames.own(context)
    let page = ParameterNames.authorization(context)
    return own.filter { ParameterChecks.ofTheProtocol.subtracting(["scope"]).contains($0.sent) }
      // Another rule reports a declared parameter of the protocol.
      .filter { $0.path.first != "authorize" }.map { use in
        let message = "'\(use.sent)' is part of the protocol; '\(use.path.dotted)' can't send it"
        return Diagnostic(.names.protocolParameter, message, at: context.tree.location(of: use.path))
      }
      + conflicts(
        page + own.filter { !ParameterChecks.ofTheProtocol.subtracting(["scope"]).contains($0.sent) }, "sent as",
        context
      )
      + ParameterNames.endpoints(context).flatMap { conflicts($0, "sent as", context) }
  }

  /// The names in a callback must be unique, because a parameter can't have two meanings.
  @Sendable static func callback(_ context: CheckContext) -> [Diagnostic] {
    conflicts(ParameterNames.callback(context), "read from", context)
  }

  private static func conflicts(_ uses: [ParameterNames.Use], _ verb: String, _ context: CheckContext) -> [Diagnostic] {
    var owners: [String: ParameterNames.Use] = [:]
    return uses.compactMap { use in
      guard let owner = owners.updateValue(use, forKey: use.sent) else { return nil }
      let message = "'\(owner.name)' and '\(use.name)' would both be \(verb) '\(use.sent)'"
      // If the standard name isn't in the descriptor, the finding is at the other key.
      let path = context.tree[use.path] == nil ? owner.path : use.path
      return Diagnostic(.names.parameterConflict, message, at: context.tree.location(of: path))
    }
  }
}
