/// Remembers what was answered, so that in this process nothing is answered twice.
package final class HandledResponses: Sendable {
  /// The memory of this process.
  package static let process = HandledResponses()

  /// Only what came with the right state is remembered, a yes or a no, so that nobody can push it out with noise.
  private static let capacity = 4096

  private let log = Guarded(RecentKeys<String, Bool>(capacity: capacity))

  package init() {}

  /// Reads an answer.
  ///
  /// - Parameter key: What is asked once. It is kept for a while, so it is nothing that is worth anything after the answer.
  /// - Throws: What `read` throws; ``CallbackRejection/unexpected`` for a second answer. One that anybody could have made is
  ///   rejected and counts for nothing.
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

  /// Notes a key. The oldest is forgotten when there are too many.
  ///
  /// - Returns: Whether the key is new.
  func note(_ key: String) -> Bool {
    log.withLock { $0.keep(true, as: key) }
  }
}
