import Foundation
import TestSupport

/// A time of day that a test moves. It follows the machine's clock or stands still.
final class AdjustableTime: Sendable {
  private let offset = Locked(0.0)
  private let start: Date?

  /// - Parameter stands: Whether the time stands still, for steps that may take a busy machine minutes.
  init(stands: Bool = false) {
    start = stands ? Date() : nil
  }

  var now: Date { (start ?? Date()).addingTimeInterval(offset.value) }

  func advance(by seconds: Double) {
    offset.withLock { $0 += seconds }
  }
}
