import AuthConfiguration

/// The rules for environments. Types are generated once for all environments, so an environment can't change them.
enum EnvironmentChecks {
  /// Exactly one environment must be the default.
  @Sendable static func defaults(_ context: CheckContext) -> [Diagnostic] {
    let environments = context.descriptor.environments
    guard !environments.isEmpty else { return [] }
    let defaults = environments.filter(\.isDefault)
    if defaults.count == 1 { return [] }
    let message =
      defaults.isEmpty ? "one environment must be the 'default'" : "only one environment can be the 'default'"
    return [context.finding(.names.nameConflict, message, at: "environments")]
  }

  /// Maps with keys that become names in Swift, and the keys of their items that determine types.
  private static let typed: [(path: [String], keys: Set<String>)] = [
    (["variables"], ["kind", "scope", "from", "enum", "case", "doc"]),
    (["client", "settings"], ["type", "secret", "optional", "case", "example", "doc"]),
    (["authorize", "parameters"], ["type", "values", "required", "requests", "case", "doc"]),
    (["authorize", "details"], ["fields", "doc"]),
    (["scopes", "values"], ["case", "doc"]),
    (["scopes", "groups"], ["open", "values", "case", "doc"]),
    (["callback", "fields"], ["type", "optional", "case", "doc"]),
    (["token", "response", "fields"], ["type", "optional", "doc"]),
    (["token", "response", "tokens"], ["doc"]),
    (["logout", "flags"], ["case", "doc"]),
  ]

  /// Other keys that determine types.
  private static let single = [
    ["client", "types"], ["client", "exchange"], ["scopes", "open"], ["authorize", "resources"],
  ]

  /// The type of a key must be the same in every environment.
  @Sendable static func fixedKeys(_ context: CheckContext) -> [Diagnostic] {
    overlays(context).flatMap { overlay, _ -> [Diagnostic] in
      let ofItems = typed.flatMap { path, keys in
        (overlay.entry.value[path]?.entries ?? []).filter { context.tree[path]?[$0.key] != nil }.flatMap { item in
          (item.value.entries ?? []).filter { keys.contains($0.key) }.map { (path + [item.key, $0.key], $0) }
        }
      }
      let others = single.compactMap { path in overlay.entry.value.entry(at: path).map { (path, $0) } }
      return (ofItems + others).map { path, entry in
        let message = "'\(path.dotted)' determines generated types, which must be the same in every environment"
        return Diagnostic(.names.environmentType, message, at: entry.location)
      }
    }
  }

  /// A name that the provider doesn't declare wouldn't have an argument or a property.
  @Sendable static func newNames(_ context: CheckContext) -> [Diagnostic] {
    overlays(context).flatMap { overlay, _ in
      typed.flatMap { path, _ in
        let known = context.tree[path]?.entries?.map(\.key) ?? []
        return (overlay.tree[path]?.entries ?? []).filter { !known.contains($0.key) }.map { entry in
          let suggestion = SpellingSuggestion.suggestion(for: entry.key, among: known)
          let message = "'\(path.dotted)' contains '\(entry.key)' only in environment '\(overlay.name)'\(suggestion)"
          return Diagnostic(
            .names.environmentType, message, at: overlay.tree.location(of: path + [entry.key]),
            note: "generated types are the same in every environment, so declare it for all of them")
        }
      } + required(overlay, context)
    }
  }

  /// The argument would exist, but every value would be rejected.
  private static func required(_ overlay: EnvironmentOverlay, _ context: CheckContext) -> [Diagnostic] {
    let known = overlay.tree[["authorize", "parameters"]]?.entries?.map(\.key) ?? []
    let missing = context.descriptor.parameters.filter { $0.isRequired && !known.contains($0.name) }
    return missing.map { parameter in
      let message = "'\(parameter.name)' is required, but omitted in environment '\(overlay.name)'"
      return Diagnostic(.names.environmentType, message, at: overlay.tree.location(of: ["authorize", "omit"]))
    }
  }

  /// The generated type wouldn't have a method that only an environment supports.
  @Sendable static func newPowers(_ context: CheckContext) -> [Diagnostic] {
    overlays(context).flatMap { overlay, there in
      let powers = [
        ("refresh", "refreshing", context.descriptor.canRefresh, there.canRefresh),
        ("refresh", "refreshing for several APIs", context.descriptor.canChooseAudience, there.canChooseAudience),
        ("revocation", "revoking", context.descriptor.canRevoke, there.canRevoke),
        ("server", "introspection", context.descriptor.canIntrospect, there.canIntrospect),
        ("server", "userinfo", context.descriptor.hasUserInfo, there.hasUserInfo),
        ("logout", "signing out at the server", context.descriptor.canEndSession, there.canEndSession),
      ]
      return powers.filter { !$0.2 && $0.3 }.map { key, name, _, _ in
        let message =
          "only environment '\(overlay.name)' supports \(name); generated types must be the same in all "
          + "environments"
        return Diagnostic(.names.environmentType, message, at: overlay.tree.location(of: [key]))
      }
    }
  }

  private static func overlays(_ context: CheckContext) -> [(EnvironmentOverlay, ProviderDescriptor)] {
    context.environments.compactMap { there in there.environment.map { ($0, there.descriptor) } }
  }
}
