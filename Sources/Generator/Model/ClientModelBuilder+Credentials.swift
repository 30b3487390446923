import AuthDescriptor

extension ClientModelBuilder {
  /// The arguments that take the client's key and its certificate.
  var credentials: [ArgumentModel] {
    let key = Self.argument(
      "key", "ClientKey", descriptor.keyUse, "The client's key. Register its public half with the provider.")
    let certificate = Self.argument(
      "certificate", "ClientCertificate", descriptor.certificateUse, "The certificate that the client presents.")
    return [key, certificate].compactMap(\.self)
  }

  /// The same arguments in an example.
  var credentialExamples: [String] {
    let examples = ["key": "key: .stored(in: store)", "certificate": "certificate: certificate"]
    return credentials.filter(\.isRequired).compactMap { examples[$0.name] }
  }

  private static func argument(
    _ name: String, _ type: String, _ use: ProviderDescriptor.CredentialUse, _ doc: String
  ) -> ArgumentModel? {
    guard use != .none else { return nil }
    return ArgumentModel(
      name: name, type: use == .required ? type : "\(type)? = nil", doc: "///   - \(name): \(doc)")
  }
}
