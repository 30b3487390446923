import AuthConfiguration

/// The rules of security profiles.
enum ProfileChecks {
  /// The configuration must meet each requirement of the profile.
  @Sendable static func requirements(_ context: CheckContext) -> [Diagnostic] {
    guard let profile = context.descriptor.profile else { return [] }
    return profile.requirements.filter { !$0.isMet(context.configuration) }.map { requirement in
      let path = requirement.key.split(separator: ".").map(String.init)
      let source = [profile.rawValue, requirement.section].compactMap(\.self).joined(separator: ", ")
      let message = "'\(requirement.key)' \(requirement.demand) (\(source))"
      return Diagnostic(.security.profileViolation, message, at: context.tree.location(of: path))
    }
  }

  /// A client that must authenticate is confidential (RFC 6749 §2.1).
  @Sendable static func clientTypes(_ context: CheckContext) -> [Diagnostic] {
    guard let profile = context.descriptor.profile, context.descriptor.clientTypes != [.confidential] else { return [] }
    let message = "'client.types' must be [confidential] (\(profile.rawValue)), because every client authenticates"
    return [context.finding(.security.profileViolation, message, at: "client", "types")]
  }
}
