import Logging

/// The steps of a session. At each of them, a process may end, be suspended, or overlap with another process.
///
/// The client logs each step at `trace` when it starts. `Tests/Model` is a model of the same steps, and `scripts/check-model` compares
/// the names.
enum SessionStep: Sendable {
  /// Reads the store for the first caller.
  case load
  /// Saves a credential that the store couldn't save before.
  case saveAgain
  /// Waits for one of the store's locks: that of refreshes, or that of writes.
  case lock
  /// Checks that this process still has a lock.
  case extend
  /// Releases a lock.
  case release

  /// Reads the store again, and adopts changes of other processes.
  case reread
  /// Fetches what the exchange needs.
  case prepare
  /// Stores the intent to refresh.
  case keepIntent
  /// Sends the refresh token.
  case exchange
  /// Sends it again, because the first request was interrupted.
  case exchangeAgain
  /// Sends the token from before the last rotation.
  case exchangePrevious
  /// Stores the new tokens.
  case keepTokens
  /// Verifies the new ID token.
  case verify
  /// Stores the claims of the new ID token.
  case keepClaims
  /// Removes the intent of a refresh that the server hasn't carried out.
  case withdraw
  /// Removes a session that the server has ended.
  case end
  /// Revokes new tokens that don't belong to a session.
  case discard

  /// Compares the store with the contents that a write may replace.
  case compare
  /// Writes to the store.
  case write

  /// Starts a session, and overwrites the one in the store.
  case signIn
  /// Removes the session from memory and from the store.
  case signOut
}

/// Logs the steps of a session.
struct StepLog: Sendable {
  let logger: Logger

  func callAsFunction(_ step: SessionStep) { logger.trace("session: \(step)") }
}
