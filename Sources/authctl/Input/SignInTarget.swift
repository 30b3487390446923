import AuthDescriptor
import AuthRuntime

/// Where to sign in: a descriptor, or an issuer alone.
struct SignInTarget {
  let provider: String?
  let issuer: String?

  /// The run-time configuration.
  ///
  /// - Throws: ``ReportedFailure`` with a descriptor's first mistake.
  func configuration(parameters: [String]) throws(ReportedFailure) -> ProviderConfiguration {
    if let issuer { return try discovered(issuer, parameters: parameters) }
    return try DescriptorFile.load(provider ?? "").descriptor.configuration
  }

  private func discovered(_ issuer: String, parameters: [String]) throws(ReportedFailure) -> ProviderConfiguration {
    do { _ = try SecureURL.parse(issuer) } catch { throw ReportedFailure(error) }
    // What a server that is known by discovery alone accepts is not known here.
    return .openIDConnect(issuer: issuer, parameters: parameters)
  }
}
