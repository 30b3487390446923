import AuthRuntime
import Crypto
import Foundation

/// Stores credentials in a table, encrypted with the app's keys.
package struct TableCredentialStore<Table: CredentialTable>: CredentialStore {
  private let table: Table
  private let sealer: Sealer
  private let longestHold: Duration

  package init(table: Table, keys: WebKeys, longestHold: Duration) {
    (self.table, self.longestHold, sealer) = (table, longestHold, Sealer(keys))
  }

  package func load(_ key: CredentialKey) async throws(StoreFailure) -> Credential? {
    guard let contents = try await table.read(key.rowID) else { return nil }
    guard let clear = sealer.open(contents, for: .credential, at: key.contentsLabel) else { throw .corrupt }
    return try Credential(encoded: clear)
  }

  package func save(_ credential: Credential, for key: CredentialKey) async throws(StoreFailure) {
    _ = try await save(credential, for: key, holding: nil)
  }

  package func remove(_ key: CredentialKey) async throws(StoreFailure) {
    _ = try await remove(key, holding: nil)
  }

  package func save(
    _ credential: Credential, for key: CredentialKey, holding lock: (any CredentialLock)?
  ) async throws(StoreFailure) -> Bool {
    let sealed = try sealer.seal(credential.encoded(), for: .credential, at: key.contentsLabel)
    return try await table.write(sealed, to: key.rowID, number: number(of: lock))
  }

  package func remove(
    _ key: CredentialKey, holding lock: (any CredentialLock)?
  ) async throws(StoreFailure) -> Bool {
    try await table.write(nil, to: key.rowID, number: number(of: lock))
  }

  package func lock(
    _ key: CredentialKey, for purpose: CredentialLockPurpose, clock: any Clock<Duration>
  ) async throws(StoreFailure) -> (any CredentialLock)? {
    try await TableLock.acquire(purpose, of: key.rowID, in: table, for: longestHold, clock: clock)
  }

  private func number(of lock: (any CredentialLock)?) -> Int64? { (lock as? TableLock<Table>)?.number }
}

extension CredentialKey {
  /// The primary key of this credential's row. It doesn't reveal the account.
  fileprivate var rowID: Data { Data(SHA256.hash(data: contentsLabel)) }
  fileprivate var contentsLabel: Data { Data(label.utf8) }
}
