#if canImport(CryptoKit) && canImport(Security)
  import CryptoKit
  import Foundation
  import Security

  /// A P-256 key in the Secure Enclave of this device. It can't be extracted. It isn't tested on Apple's platforms.
  struct SecureEnclaveKey: JWTSigning {
    let algorithm = SignatureAlgorithm.es256
    let publicKey: PublicKey
    /// The encrypted key, which only this Secure Enclave can use.
    let representation: Data
    private let key: SecureEnclave.P256.Signing.PrivateKey

    /// Creates a key, or returns `nil` if the device has no Secure Enclave, as in the simulator, or the app isn't allowed to use it.
    init?() {
      guard SecureEnclave.isAvailable else { return nil }
      // A refresh in the background runs while the device is locked.
      let control = SecAccessControlCreateWithFlags(
        nil, kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly, .privateKeyUsage, nil)
      guard let control, let key = try? SecureEnclave.P256.Signing.PrivateKey(accessControl: control) else {
        return nil
      }
      self.init(key)
    }

    /// Reads a key, or returns `nil` if it belongs to another device.
    init?(_ representation: Data) {
      guard SecureEnclave.isAvailable,
        let key = try? SecureEnclave.P256.Signing.PrivateKey(dataRepresentation: representation)
      else { return nil }
      self.init(key)
    }

    private init?(_ key: SecureEnclave.P256.Signing.PrivateKey) {
      guard let publicKey = try? PublicKey(key.publicKey.rawRepresentation, on: .p256) else { return nil }
      (self.publicKey, self.key, representation) = (publicKey, key, key.dataRepresentation)
    }

    func signature(of message: Data) throws -> Data {
      try key.signature(for: message).rawRepresentation
    }
  }
#endif
