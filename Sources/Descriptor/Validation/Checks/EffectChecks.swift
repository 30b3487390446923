import AuthConfiguration

/// What is written and can have no effect is a slip. What a family says and a descriptor switches off is none.
enum EffectChecks {
  /// `style: none` leaves nothing for the other keys to say.
  @Sendable static func switchedOff(_ context: CheckContext) -> [Diagnostic] {
    let configuration = context.configuration
    let isOff = [
      "logout": configuration.logout.style == .none, "revocation": configuration.revocation.style == .none,
    ]
    return isOff.filter(\.value).keys.sorted().flatMap { name in
      let entries = context.tree[name]?.entries ?? []
      return entries.filter { $0.key != "style" && context.isOwn($0.location) }.map { entry in
        let message = "'\(name).\(entry.key)' has no effect, for '\(name).style' is none"
        return Diagnostic(.values.withoutEffect, message, at: entry.location)
      }
    }
  }

  /// Nothing to revoke is `style: none`.
  @Sendable static func revokedTokens(_ context: CheckContext) -> [Diagnostic] {
    let revocation = context.configuration.revocation
    guard revocation.style != .none, revocation.tokens.isEmpty else { return [] }
    let message = "'revocation.tokens' is empty; 'revocation: { style: none }' switches revocation off"
    return [context.finding(.values.emptyValues, message, at: "revocation", "tokens")]
  }

  /// Without an issuer there is nothing to compare `iss` with.
  @Sendable static func promisedIssuer(_ context: CheckContext) -> [Diagnostic] {
    let (server, name) = (context.configuration.server, ProviderConfiguration.ServerMetadata.issuerParameter)
    guard server.promisesIssuerParameter == true, server.issuer == nil else { return [] }
    return [
      context.finding(.values.withoutEffect, "'\(name)' has no effect without 'server.issuer'", at: "server", name)
    ]
  }

  /// A family's parameters are dropped, one's own are not written in the first place.
  @Sendable static func omittedParameters(_ context: CheckContext) -> [Diagnostic] {
    let omitted = context.tree["authorize"]?["omit"]?.list ?? []
    let declared = context.declared["authorize"]?["parameters"]
    return omitted.compactMap { item in
      guard let name = item.text, let entry = declared?.entry(name), entry.location.file == item.location.file,
        context.environment == nil || context.isOwn(entry.location)
      else { return nil }
      let message = "'\(name)' is omitted and declared in the same file, line \(entry.location.line)"
      return Diagnostic(.values.withoutEffect, message, at: item.location)
    }
  }

  /// An item counts once however often it is written.
  @Sendable static func repeatedItems(_ context: CheckContext) -> [Diagnostic] {
    let lists = [
      ["client", "types"], ["client", "authentication"], ["authorize", "omit"], ["scopes", "default"],
      ["flows"], ["revocation", "tokens"], ["id_token", "algorithms"], ["claims", "standard"],
    ]
    let ofParameters = context.descriptor.parameters.flatMap { parameter in
      ["values", "requires", "requests"].map { ["authorize", "parameters", parameter.name, $0] }
    }
    return (lists + ofParameters).flatMap { path -> [Diagnostic] in
      var seen: Set<String> = []
      let repeated = (context.tree[path]?.list ?? []).filter { !seen.insert($0.text ?? "").inserted }
      return repeated.map { item in
        Diagnostic(.values.repeatedItem, "'\(item.text ?? "")' stands in '\(path.dotted)' already", at: item.location)
      }
    }
  }
}
