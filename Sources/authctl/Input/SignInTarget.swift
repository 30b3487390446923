import AuthDescriptor
import AuthRuntime

/// The provider to sign in with: a descriptor or only an issuer.
struct SignInTarget {
  let provider: String?
  let issuer: String?

  /// The run-time configuration.
  ///
  /// - Throws: ``ReportedFailure`` with the descriptor's first error.
  func configuration(parameters: [String]) throws(ReportedFailure) -> ProviderConfiguration {
    if let issuer { return try discovered(issuer, parameters: parameters) }
    return try DescriptorFile.load(provider ?? "").descriptor.configuration
  }

  private func discovered(_ issuer: String, parameters: [String]) throws(ReportedFailure) -> ProviderConfiguration {
    do { _ = try SecureURL.parse(issuer) } catch { throw ReportedFailure(error) }
    // Without a descriptor, the accepted parameters aren't known here.
    return .openIDConnect(issuer: issuer, parameters: parameters)
  }
}
