import AuthConfiguration

/// The rules for decrypting ID tokens.
enum EncryptionChecks {
  /// The key must be a secret setting, because everyone can read a descriptor.
  @Sendable static func key(_ context: CheckContext) -> [Diagnostic] {
    guard let rules = context.configuration.idToken?.encryption, !rules.key.text.isEmpty else { return [] }
    let secrets = context.configuration.client.settings.filter(\.isSecret).map { "settings.\($0.name)" }
    let names = rules.key.placeholders
    guard names.isEmpty || !names.allSatisfy(secrets.contains) else { return [] }
    let known =
      secrets.isEmpty ? "add a setting of type pem" : "use \(secrets.map { "{\($0)}" }.joined(separator: " or "))"
    let message = "a private key must be a secret setting; \(known)"
    return [context.finding(.values.clientAuthentication, message, at: "id_token", "encryption", "key")]
  }

  /// Without algorithms, no ID token could be decrypted.
  @Sendable static func algorithms(_ context: CheckContext) -> [Diagnostic] {
    guard let rules = context.configuration.idToken?.encryption else { return [] }
    return [("algorithms", rules.algorithms.isEmpty), ("content", rules.content.isEmpty)].filter(\.1).map { key, _ in
      let message = "'id_token.encryption.\(key)' must not be empty"
      return context.finding(.values.emptyValues, message, at: "id_token", "encryption", key)
    }
  }
}
