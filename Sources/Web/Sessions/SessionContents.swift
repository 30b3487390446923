import AuthRuntime
import Foundation

/// The encrypted part of a session.
struct SessionContents: Sendable {
  /// The tokens and the user's claims.
  var credential: Credential
  /// The app's own account, if it links accounts of several providers.
  var account: String?

  private struct Members: Codable {
    var credential: Data
    var account: String?
  }

  init(credential: Credential, account: String?) {
    (self.credential, self.account) = (credential, account)
  }

  /// - Throws: ``/AuthRuntime/StoreFailure/corrupt`` if the contents were changed, belong to another session, or were encrypted with an
  ///   unknown key.
  init(_ sealed: Data, of id: SessionIDHash, with sealer: Sealer) throws(StoreFailure) {
    guard let clear = sealer.open(sealed, for: .session, at: id.bytes),
      let members = try? PropertyListDecoder().decode(Members.self, from: clear)
    else { throw .corrupt }
    try self.init(credential: Credential(encoded: members.credential), account: members.account)
  }

  func sealed(for id: SessionIDHash, with sealer: Sealer) throws(StoreFailure) -> Data {
    let encoder = PropertyListEncoder()
    // A binary list contains the bytes as they are.
    encoder.outputFormat = .binary
    guard let clear = try? encoder.encode(Members(credential: credential.encoded(), account: account)) else {
      throw .unavailable("the session can't be encoded")
    }
    return try sealer.seal(clear, for: .session, at: id.bytes)
  }
}
