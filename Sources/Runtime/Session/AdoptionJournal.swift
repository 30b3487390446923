/// The entry of the store in which an adoption keeps its steps until its session is complete. See ``AdoptionEngine``.
struct AdoptionJournal: Sendable {
  /// The reason of a failure if another process took the lock over.
  static let suspended = "this process was suspended while it adopted a session"

  private let store: SessionStore

  init(_ store: SessionStore) {
    self.store = store
  }

  /// Returns what an earlier attempt left. A journal that can't be read isn't needed: the app still has the token.
  func contents() async throws(StepFailure) -> StoreContents {
    do throws(StoreFailure) { return .known(try await store.load()) } catch {
      guard error == .corrupt else { throw .store(error) }
      return .damaged
    }
  }

  /// Whether there is a journal. While the adoption has the lock, only a sign-out removes it.
  func exists() async throws(StepFailure) -> Bool {
    if case .known(nil) = try await contents() { false } else { true }
  }

  /// Replaces the journal. `nil` removes it.
  ///
  /// - Returns: `false` if the journal is missing. While the adoption has the lock, only a sign-out removes it.
  /// - Throws: ``StoreFailure/unavailable(_:)`` if another process has replaced it. That process, or the next attempt, continues.
  @discardableResult
  func write(
    _ credential: Credential?, expecting expected: StoreContents = .any
  ) async throws(StepFailure) -> Bool {
    do throws(StoreFailure) {
      switch try await store.compareAndWrite(credential, expecting: expected, note: { _ in }) {
      case .done: return true
      case .overtaken(by: nil): return false
      case .overtaken: throw .unavailable(Self.suspended)
      }
    } catch {
      throw .store(error)
    }
  }

  /// Removes the journal. If the store fails, the next attempt finds a journal that it doesn't need.
  ///
  /// - Parameter owner: The credential with the tokens that the journal must have, or `nil` for any.
  func remove(of owner: Credential? = nil) async {
    do throws(StepFailure) { try await write(nil, expecting: owner.map { .known($0) } ?? .any) } catch {}
  }
}
