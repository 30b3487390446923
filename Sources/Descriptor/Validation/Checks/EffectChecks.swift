import AuthConfiguration

/// A key without an effect is a mistake, unless a family contains it and a descriptor turns it off.
enum EffectChecks {
  /// With `style: none`, the other keys don't have an effect.
  @Sendable static func switchedOff(_ context: CheckContext) -> [Diagnostic] {
    let configuration = context.configuration
    let isOff = [
      "logout": configuration.logout.style == .none, "revocation": configuration.revocation.style == .none,
    ]
    return isOff.filter(\.value).keys.sorted().flatMap { name in
      let entries = context.tree[name]?.entries ?? []
      return entries.filter { $0.key != "style" && context.isOwn($0.location) }.map { entry in
        let message = "'\(name).\(entry.key)' is ignored because '\(name).style' is 'none'"
        return Diagnostic(.values.withoutEffect, message, at: entry.location)
      }
    }
  }

  /// Without a user, facts about the user don't have an effect.
  @Sendable static func factsWithoutUser(_ context: CheckContext) -> [Diagnostic] {
    guard !context.descriptor.identifiesUser else { return [] }
    let entries = ["userinfo", "id_token", "claims"].compactMap(context.tree.entry)
    return entries.filter { $0.value.text != "none" && context.isOwn($0.location) }.map { entry in
      let message = "'\(entry.key)' is ignored because 'user' is 'none'"
      return Diagnostic(.values.withoutEffect, message, at: entry.location)
    }
  }

  /// A hook that signs requests about the user requires such a request.
  @Sendable static func unusedHooks(_ context: CheckContext) -> [Diagnostic] {
    let rules = context.configuration.userInfo
    guard rules.isSignedByApp, !rules.sources.contains(.endpoint), rules.furtherRequests.isEmpty else { return [] }
    let message =
      "'signUserInfoRequest' is never called, because the client requests nothing about the user; 'userinfo.source' doesn't "
      + "contain userinfo"
    return [context.finding(.values.withoutEffect, message, at: "hooks")]
  }

  /// If there's nothing to revoke, the style must be `none`.
  @Sendable static func revokedTokens(_ context: CheckContext) -> [Diagnostic] {
    let revocation = context.configuration.revocation
    guard revocation.style != .none, revocation.tokens.isEmpty else { return [] }
    let message = "'revocation.tokens' must not be empty; to turn revocation off, set 'revocation: { style: none }'"
    return [context.finding(.values.emptyValues, message, at: "revocation", "tokens")]
  }

  /// Without an issuer, `iss` can't be checked.
  @Sendable static func promisedIssuer(_ context: CheckContext) -> [Diagnostic] {
    let (server, name) = (context.configuration.server, ProviderConfiguration.ServerMetadata.issuerParameter)
    guard server.promisesIssuerParameter == true, server.issuer == nil else { return [] }
    return [
      context.finding(.values.withoutEffect, "'\(name)' is ignored without 'server.issuer'", at: "server", name)
    ]
  }

  /// The provider replaces its name for the callback URL with the registered URL, which doesn't contain the state. A
  /// route requires a fragment.
  @Sendable static func authorizationURL(_ context: CheckContext) -> [Diagnostic] {
    let (rules, client) = (context.configuration.authorization, context.configuration.client)
    var findings: [Diagnostic] = []
    if client.redirectAlias != nil, rules.state == .redirectURI {
      let message = "'authorize.state' can't be in the redirect URI, because 'client.redirect_alias' replaces it"
      findings.append(context.finding(.values.withoutEffect, message, at: "authorize", "state"))
    }
    if rules.placement == .fragmentRoute, rules.fragment == nil {
      let message =
        "'authorize.placement: fragment_route' requires the route in 'authorize.fragment', such as /authorize"
      findings.append(context.finding(.language.missingKey, message, at: "authorize", "placement"))
    }
    return findings
  }

  /// Only a family's parameters can be omitted. The file's own must be deleted instead.
  @Sendable static func omittedParameters(_ context: CheckContext) -> [Diagnostic] {
    let omitted = context.tree["authorize"]?["omit"]?.list ?? []
    let declared = context.declared["authorize"]?["parameters"]
    return omitted.compactMap { item in
      guard let name = item.text, let entry = declared?.entry(name), entry.location.file == item.location.file,
        context.environment == nil || context.isOwn(entry.location)
      else { return nil }
      let message = "'\(name)' is omitted, but also declared in line \(entry.location.line) of the same file"
      return Diagnostic(.values.withoutEffect, message, at: item.location)
    }
  }

  /// Repeating an item has no effect.
  @Sendable static func repeatedItems(_ context: CheckContext) -> [Diagnostic] {
    ScalarList.all(in: context.tree).flatMap { list -> [Diagnostic] in
      var seen: Set<String> = []
      let repeated = list.items.filter { !seen.insert($0.text ?? "").inserted }
      return repeated.map { item in
        Diagnostic(.values.repeatedItem, "'\(item.text ?? "")' is already in '\(list.path.dotted)'", at: item.location)
      }
    }
  }
}
