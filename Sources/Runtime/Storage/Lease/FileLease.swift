#if !os(Windows)
  import Foundation

  /// A lock between the processes of one device that doesn't use a kernel lock. iOS terminates an app that is suspended while
  /// it holds a kernel lock in the container of an app group (`0xdead10cc`).
  ///
  /// Only one process can create the file with the next number, and it does so only after the newest lease is over: its owner
  /// has released it, has ended, or is late. An owner keeps the lease only if it extends it **before** it is late. A lease that
  /// another process finds late therefore can't be extended:
  ///
  /// 1. The owner writes the new time, looks for a newer lease, and then checks the clock. If the old time is up, the lease is
  ///    lost.
  /// 2. Other processes read the file after the old time is up. If the owner extended it in time, they find the new time.
  ///
  /// After a crash at any step, other processes wait at most for ``hold``.
  package final class FileLease: CredentialLock {
    /// The steps of a lease. A process may end or be suspended at each of them.
    package enum Step: String, Sendable, CaseIterable {
      case judged, created, taken, extending, extended, releasing, released
    }

    private struct State: Sendable {
      var record: LeaseRecord
      var extensions = 0
      var isLost = false
      var isReleased = false
      var isHeld: Bool { !isLost && !isReleased && !record.isOverdue }
    }

    static let maximumExtensions = 10_000

    private let folder: LeaseFolder
    private let number: UInt64
    private let state: Guarded<State>
    private let onStep: @Sendable (Step) -> Void

    /// - Parameter extensions: The number of earlier extensions, for tests.
    init(
      _ folder: LeaseFolder, _ number: UInt64, _ record: LeaseRecord, extensions: Int = 0,
      _ onStep: @escaping @Sendable (Step) -> Void
    ) {
      (self.folder, self.number, self.onStep) = (folder, number, onStep)
      state = Guarded(State(record: record, extensions: extensions))
    }

    deinit { release() }

    /// Whether this is the newest lease, and no other process may take the next one.
    package var isHeld: Bool { isNewest && state.withLock { $0 }.isHeld }

    private var isNewest: Bool { (try? folder.newest()) == number }

    package func extend() -> Bool {
      onStep(.extending)
      return state.withLock { [self] state in
        guard state.isHeld, state.extensions < Self.maximumExtensions else { return false }
        let longer = state.record.extended
        let isWritten = folder.append(longer.line, to: number)
        onStep(.extended)
        // The old time decides: see step 1 above.
        guard isWritten, isNewest, !state.record.isOverdue else {
          state.isLost = true
          return false
        }
        (state.record, state.extensions) = (longer, state.extensions + 1)
        return true
      }
    }

    package func release() {
      let isFirst = state.withLock { state in
        defer { state.isReleased = true }
        return !state.isReleased
      }
      guard isFirst else { return }
      onStep(.releasing)
      // No other process writes to this number.
      folder.release(number)
      onStep(.released)
    }
  }
#endif
