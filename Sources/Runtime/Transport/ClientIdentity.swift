/// A certificate that shows servers who the client is, and its private key: mutual TLS, with which a client may authenticate
/// and to which tokens may be bound (RFC 8705 §2, §3).
public struct ClientIdentity: Sendable {
  /// The client's certificate, and then the authorities that issued it, in PEM.
  public var certificateChain: String
  /// The private key of the certificate, in PEM.
  public var privateKey: Secret

  /// Makes an identity. The transport checks both values when it is made.
  ///
  /// - Parameters:
  ///   - certificateChain: The client's certificate, and then the authorities that issued it, in PEM.
  ///   - privateKey: The private key of the certificate, in PEM.
  public init(certificateChain: String, privateKey: Secret) {
    (self.certificateChain, self.privateKey) = (certificateChain, privateKey)
  }
}
