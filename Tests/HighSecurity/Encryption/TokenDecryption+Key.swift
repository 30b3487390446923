import AuthConfiguration

@testable import AuthRuntime

extension TokenDecryption {
  /// The decryption of a client whose only key is this one.
  init(for key: DecryptionKey) throws {
    var rules = ProviderConfiguration.EncryptionRules()
    rules.key = "{settings.key}"
    var configuration = ProviderConfiguration(id: "x", name: "X")
    configuration.client.settings = [.init(name: "key", isSecret: true)]
    let provider = try ResolvedProvider(configuration, variables: [:], clientID: "app", settings: ["key": key.pem])
    try self.init(rules, provider.values)
  }
}
