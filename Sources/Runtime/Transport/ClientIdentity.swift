/// A certificate and its private key for mutual TLS. Clients can authenticate with it, and tokens can be bound to it
/// (RFC 8705 §2, §3).
public struct ClientIdentity: Sendable {
  /// The client's certificate in PEM, followed by those of the authorities that issued it.
  public var certificateChain: String
  /// The private key of the certificate, in PEM.
  public var privateKey: Secret

  /// Creates an identity. The transport validates both values when it's created.
  ///
  /// - Parameters:
  ///   - certificateChain: The client's certificate in PEM, followed by those of the authorities that issued it.
  ///   - privateKey: The private key of the certificate, in PEM.
  public init(certificateChain: String, privateKey: Secret) {
    (self.certificateChain, self.privateKey) = (certificateChain, privateKey)
  }
}
