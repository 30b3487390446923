import AuthRuntime
import Foundation

/// The sign-ins that are too large for a cookie.
///
/// They're in the app's session store, in a limited number of rows, because strangers can start any number of sign-ins. If
/// all rows that a new sign-in tries are taken, it replaces another one, and that user has to start again.
struct StoredSignIns: Sendable {
  /// The number of rows of one provider.
  static let maximumRows = 10_000
  /// The number of rows that a new sign-in tries.
  private static let attempts = 4

  /// The part of a stored sign-in that the browser keeps, in an encrypted cookie.
  struct Reference: Sendable, Codable {
    var id: String
    var expiresAt: Date
    var row: Int
  }

  let provider: String
  let store: any WebSessionStore
  let sealer: Sealer
  var maximumRows = Self.maximumRows

  func add(_ signIn: PendingSignIn, at now: Date) async throws(StoreFailure) -> Reference {
    var row = Int.random(in: 0..<maximumRows)
    for _ in 1..<Self.attempts {
      guard let other = try await store.find(key(of: row)), other.expiresAt > now else { break }
      row = Int.random(in: 0..<maximumRows)
    }
    try await store.remove(key(of: row))
    let end = signIn.expiresAt.wholeSeconds
    try await store.insert(
      WebSessionRecord(
        id: key(of: row), client: WebSessionClient(provider: "", issuer: "", clientID: ""), subject: "",
        issuerSessionID: nil, createdAt: now.wholeSeconds, lastUsedAt: now.wholeSeconds, expiresAt: end,
        absoluteExpiresAt: end, contents: try sealer.data(signIn, for: .pendingSignIn, at: signIn.id)))
    return Reference(id: signIn.id, expiresAt: signIn.expiresAt, row: row)
  }

  /// - Returns: `nil` if another sign-in has replaced it, or it was removed.
  func find(_ reference: Reference) async throws(StoreFailure) -> PendingSignIn? {
    guard let record = try await store.find(key(of: reference.row)) else { return nil }
    return sealer.value(of: record.contents, for: .pendingSignIn, at: reference.id)
  }

  func remove(_ reference: Reference) async throws(StoreFailure) {
    guard try await find(reference) != nil else { return }
    try await store.remove(key(of: reference.row))
  }

  /// A session's ID is 32 random bytes, so no session has such a key.
  private func key(of row: Int) -> SessionIDHash { SessionIDHash(of: Secret("sign-in \(provider) \(row)")) }
}
