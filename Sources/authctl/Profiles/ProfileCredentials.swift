import AuthRuntime

/// The credentials of a client, read from their files.
struct ProfileCredentials {
  var secret: Secret?
  var key: ClientKey?
  var certificate: ClientCertificate?
}

extension Profile {
  /// The client's credentials.
  ///
  /// - Throws: ``ReportedFailure`` if a file can't be used.
  func credentials() throws(ReportedFailure) -> ProfileCredentials {
    var credentials = ProfileCredentials()
    credentials.secret = try options.clientSecret()
    if let clientKey { credentials.key = try ClientKeyFile.read(clientKey, id: clientKeyID) }
    if let clientCertificate {
      credentials.certificate = try ClientCertificateFile.read(clientCertificate, trustRoot: options.trustRoot)
    }
    return credentials
  }
}
