import Foundation
import TestSupport

/// A time of day that a test moves: beside the machine's, or alone.
final class TimeBox: Sendable {
  private let offset = Locked(0.0)
  private let start: Date?

  /// - Parameter stands: Whether it stands still, for what a loaded machine may take minutes for.
  init(stands: Bool = false) {
    start = stands ? Date() : nil
  }

  var now: Date { (start ?? Date()).addingTimeInterval(offset.value) }

  func advance(by seconds: Double) {
    offset.withLock { $0 += seconds }
  }
}
