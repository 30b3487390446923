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

  /// The type of a key must be the same in every environment.
  @Sendable static func fixedKeys(_ context: CheckContext) -> [Diagnostic] {
    overlays(context).flatMap { overlay, _ -> [Diagnostic] in
      let own = overlay.entry.value
      let values = UsedValue.all(in: own)
      let maps = values.filter { $0.uses.contains(.declaredNames) }.map(\.path)
      let ofItems = maps.flatMap { map in
        ["case", "doc"].flatMap { key in (own[map]?.entries ?? []).map { map + [$0.key, key] } }
      }
      let others = values.filter { $0.uses.contains(.generatedType) }.map(\.path)
      let fixed = (ofItems + others).filter { path in
        // A new item is another finding.
        !maps.contains(Array(path.dropLast(2))) || context.tree[Array(path.dropLast())] != nil
      }
      return fixed.compactMap { path in
        guard let entry = own.entry(at: path) else { return nil }
        let message = "'\(path.dotted)' determines generated types, which must be the same in every environment"
        return Diagnostic(.names.environmentType, message, at: entry.location)
      }
    }
  }

  /// A name that the provider doesn't declare wouldn't have an argument or a property.
  @Sendable static func newNames(_ context: CheckContext) -> [Diagnostic] {
    overlays(context).flatMap { overlay, there in
      there.values(.declaredNames).flatMap { map in
        let known = context.tree[map.path]?.entries?.map(\.key) ?? []
        return (map.node.entries ?? []).filter { !known.contains($0.key) }.map { entry in
          let suggestion = SpellingSuggestion.suggestion(for: entry.key, among: known)
          let message =
            "'\(map.path.dotted)' contains '\(entry.key)' only in environment '\(overlay.name)'\(suggestion)"
          return Diagnostic(
            .names.environmentType, message, at: overlay.tree.location(of: map.path + [entry.key]),
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
      let there = there.descriptor
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

  private static func overlays(_ context: CheckContext) -> [(EnvironmentOverlay, CheckContext)] {
    context.environments.compactMap { there in there.environment.map { ($0, there) } }
  }
}
