import AuthRuntime
import Foundation
import TestSupport
import Testing

/// The keys and certificates that the script made for the server's clients.
extension IdentityServer {
  /// The contents of a file whose path is a line in the script's output.
  func secret(in key: String) throws -> Secret {
    Secret(try String(contentsOf: URL(fileURLWithPath: self[key]), encoding: .utf8))
  }

  /// The key of a client that authenticates with it.
  func clientKey(_ name: String = "CLIENT_KEY") throws -> ClientKey {
    .pem(try secret(in: name), algorithm: .es256, keyID: self[name + "_ID"])
  }

  /// The certificate of a client that authenticates with it.
  func certificate(_ name: String) throws -> ClientCertificate {
    let chain = try secret(in: name + "_CERTIFICATE").reveal()
    let identity = ClientIdentity(certificateChain: chain, privateKey: try secret(in: name + "_KEY"))
    return .identity(identity, trustRoot: trustRoot)
  }
}

extension Secret {
  /// A member of a claim of this JWT, which isn't verified.
  func claim(_ name: String, _ member: String) -> String? {
    let parts = reveal().split(separator: ".")
    guard parts.count == 3 else { return nil }
    let text = parts[1].replacing("-", with: "+").replacing("_", with: "/")
    let padded = String(text) + String(repeating: "=", count: (4 - text.count % 4) % 4)
    let claims = Data(base64Encoded: padded).flatMap { JSONValue(parsing: $0) }?.object
    return claims?[name]?.object?[member]?.string
  }
}
