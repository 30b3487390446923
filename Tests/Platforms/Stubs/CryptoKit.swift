// The declarations of Apple's CryptoKit framework that the runtime uses and swift-crypto doesn't have, without implementations.
@_exported import Crypto
import Foundation
import Security

@available(macOS 10.15, iOS 13.0, watchOS 6.0, tvOS 13.0, *)
public enum SecureEnclave {
  public static var isAvailable: Bool { false }

  public enum P256 {
    public enum Signing {
      public struct PrivateKey: Sendable {
        public init(accessControl: SecAccessControl) throws { throw CocoaError(.featureUnsupported) }
        public init(dataRepresentation: Data) throws { throw CocoaError(.featureUnsupported) }
        public var publicKey: Crypto.P256.Signing.PublicKey { Crypto.P256.Signing.PrivateKey().publicKey }
        public var dataRepresentation: Data { Data() }
        public func signature<D: DataProtocol>(for data: D) throws -> Crypto.P256.Signing.ECDSASignature {
          throw CocoaError(.featureUnsupported)
        }
      }
    }
  }
}
