import AuthRuntime
import Foundation

/// The points of a refresh at which a process can end, in order.
enum ExitPoint: String, Sendable, CaseIterable {
  case beforeIntent, afterIntent, beforeRequest, afterResponse, beforeTokens, afterTokens, beforeClaims, afterClaims
}

extension RawRepresentable where Self: Sendable & Equatable, RawValue == String {
  /// Ends or stops this process if it has reached its exit point. It sends a signal, because a normal exit would clean up.
  func exitOrStop(at end: End<Self>?) {
    guard self == end?.exitPoint else { return }
    if end?.signal == SIGSTOP { FileHandle.standardError.write(Data("stops\n".utf8)) }
    // The signal goes to this thread. A signal to the process would let the thread run a little longer.
    raise(end?.signal ?? SIGKILL)
  }
}

/// How a process ends, and when.
struct End<ExitPoint: RawRepresentable & Sendable>: Sendable where ExitPoint.RawValue == String {
  let exitPoint: ExitPoint
  let signal: Int32

  init?(_ text: String) {
    let isStop = text.hasPrefix("stop:")
    guard let exitPoint = ExitPoint(rawValue: isStop ? String(text.dropFirst(5)) : text) else { return nil }
    (self.exitPoint, signal) = (exitPoint, isStop ? SIGSTOP : SIGKILL)
  }
}

/// A transport that ends or stops this process before or after the request for tokens.
struct ExitingTransport: HTTPTransport {
  let inner: any HTTPTransport
  let end: End<ExitPoint>?

  func send(
    _ request: HTTPRequest, body: Data?, options: TransportOptions
  ) async throws(TransportFailure) -> (Data, HTTPResponse) {
    guard request.url?.path.hasSuffix("/token") == true else {
      return try await inner.send(request, body: body, options: options)
    }
    ExitPoint.beforeRequest.exitOrStop(at: end)
    let response = try await inner.send(request, body: body, options: options)
    ExitPoint.afterResponse.exitOrStop(at: end)
    return response
  }
}

/// A store that ends or stops this process before or after one of the writes of a refresh.
actor ExitingStore: CredentialStore {
  private let inner: any CredentialStore
  private let end: End<ExitPoint>?
  private var saves = 0

  init(inner: any CredentialStore, end: End<ExitPoint>?) {
    (self.inner, self.end) = (inner, end)
  }

  func load(_ key: CredentialKey) async throws(StoreFailure) -> Credential? {
    try await inner.load(key)
  }

  func save(_ credential: Credential, for key: CredentialKey) async throws(StoreFailure) {
    _ = try await save(credential, for: key, holding: nil)
  }

  func save(
    _ credential: Credential, for key: CredentialKey, holding lock: (any CredentialLock)?
  ) async throws(StoreFailure) -> Bool {
    saves += 1
    let exitPoints: (before: ExitPoint, after: ExitPoint) =
      switch saves {
      case 1: (.beforeIntent, .afterIntent)
      case 2: (.beforeTokens, .afterTokens)
      default: (.beforeClaims, .afterClaims)
      }
    exitPoints.before.exitOrStop(at: end)
    let isSaved = try await inner.save(credential, for: key, holding: lock)
    exitPoints.after.exitOrStop(at: end)
    return isSaved
  }

  func remove(_ key: CredentialKey) async throws(StoreFailure) {
    try await inner.remove(key)
  }

  func remove(_ key: CredentialKey, holding lock: (any CredentialLock)?) async throws(StoreFailure) -> Bool {
    try await inner.remove(key, holding: lock)
  }

  func lock(
    _ key: CredentialKey, for purpose: CredentialLockPurpose, clock: any Clock<Duration>
  ) async throws(StoreFailure) -> (any CredentialLock)? {
    try await inner.lock(key, for: purpose, clock: clock)
  }
}
