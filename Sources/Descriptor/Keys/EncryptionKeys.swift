import AuthConfiguration

extension ProviderConfiguration.EncryptionRules: ConfigurationPart {
  static let table = KeyTable<Self> {
    Row("required", \.required, doc: "Whether an ID token that isn't encrypted is rejected. By default, it is.")
    Row(
      "key", \.key, required: true,
      doc:
        "The private key, in PEM format or as a JSON Web Key: a secret setting, such as `{settings.decryption_key}`.",
      uses: [.template(.check)])
    Row("algorithms", \.algorithms, doc: "The accepted algorithms for the key (`alg`). By default, all of them.")
    Row("content", \.content, doc: "The accepted algorithms for the content (`enc`). By default, all of them.")
  }
}

extension ProviderConfiguration.EncryptionRules.Algorithm: DescribedEnumeration {
  var unexpectedName: String? {
    switch self {
    case .rsaOAEP256: "rsaOAEP256"
    case .ecdhES: "ecdhES"
    }
  }
}

extension ProviderConfiguration.EncryptionRules.Content: DescribedEnumeration {
  var unexpectedName: String? {
    switch self {
    case .a128CBCHS256: "a128CBCHS256"
    case .a128GCM: "a128GCM"
    case .a256GCM: "a256GCM"
    }
  }
}
