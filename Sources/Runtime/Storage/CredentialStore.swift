/// Whose credential it is.
public struct CredentialKey: Sendable, Hashable {
  /// Who gave it.
  public var issuer: String
  /// To which client.
  public var clientID: String

  public init(issuer: String, clientID: String) {
    self.issuer = issuer
    self.clientID = clientID
  }
}

/// Keeps credentials.
///
/// A store that fails must say so: "not there" (`nil`) signs a user out, a failure does not.
public protocol CredentialStore: Sendable {
  func load(_ key: CredentialKey) async throws(StoreFailure) -> Credential?
  func save(_ credential: Credential, for key: CredentialKey) async throws(StoreFailure)
  func remove(_ key: CredentialKey) async throws(StoreFailure)
}

/// Keeps credentials in memory only: the user signs in again when the process starts again.
public actor MemoryCredentialStore: CredentialStore {
  private var credentials: [CredentialKey: Credential] = [:]

  public init() {}

  public func load(_ key: CredentialKey) -> Credential? {
    credentials[key]
  }

  public func save(_ credential: Credential, for key: CredentialKey) {
    credentials[key] = credential
  }

  public func remove(_ key: CredentialKey) {
    credentials[key] = nil
  }
}
