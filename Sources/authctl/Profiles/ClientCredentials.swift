import AuthRuntime

/// The credentials of a client, read from their files.
struct ClientCredentials {
  var secret: Secret?
  var key: ClientKey?
  var certificate: ClientCertificate?
}

extension Profile {
  /// The client's credentials.
  ///
  /// - Throws: ``ReportedFailure`` if a file can't be used.
  func credentials() throws(ReportedFailure) -> ClientCredentials {
    var credentials = ClientCredentials()
    if let clientSecretFile { credentials.secret = try SecretFile.read(clientSecretFile) }
    if let clientKey { credentials.key = try ClientKeyFile.read(clientKey) }
    if let clientCertificate {
      credentials.certificate = try ClientCertificateFile.read(clientCertificate, trustRoot: trustRoot)
    }
    return credentials
  }
}
