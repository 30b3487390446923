/// Remembers handled responses, so that this process handles none twice.
package final class HandledResponses: Sendable {
  /// The memory of this process.
  package static let process = HandledResponses()

  /// Only responses with the correct state are remembered, so an attacker can't displace them with forged ones.
  private static let capacity = 4096

  private let log = Guarded(RecentKeys<String, Bool>(capacity: capacity))

  package init() {}

  /// Reads a response, unless it was handled before.
  ///
  /// - Parameter key: Identifies the request. It stays in memory for a while, so it must be worthless after the
  ///   response.
  /// - Throws: The errors of `read`, and ``CallbackRejection/unexpected`` for a second response. A response that anyone
  ///   could have forged is rejected and isn't remembered.
  func take<Value>(_ key: String, _ read: () throws(StepFailure) -> Value) throws(StepFailure) -> Value {
    let result: Result<Value, StepFailure>
    do throws(StepFailure) { result = .success(try read()) } catch { result = .failure(error) }
    if case .failure(.callback(let rejection)) = result, !rejection.endsSignIn { throw .callback(rejection) }
    if case .failure(.configuration(let failure)) = result { throw .configuration(failure) }
    guard note(key) else { throw .callback(.unexpected) }
    return try result.get()
  }

  /// Whether the key was noted before.
  func contains(_ key: String) -> Bool { log.withLock { $0[key] != nil } }

  /// Records a key. If there are too many, the oldest is removed.
  ///
  /// - Returns: Whether the key is new.
  func note(_ key: String) -> Bool {
    log.withLock { $0.keep(true, as: key) }
  }
}
