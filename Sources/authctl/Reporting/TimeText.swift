import Foundation

/// A human-readable point in time: the date, and its distance from now.
enum TimeText {
  static func text(_ date: Date, now: Date = Date()) -> String {
    let distance = date.timeIntervalSince(now)
    let far = span(abs(distance))
    return "\(stamp(date)) (\(distance < 0 ? "\(far) ago" : "in \(far)"))"
  }

  static func stamp(_ date: Date) -> String { date.formatted(.iso8601) }

  private static func span(_ seconds: Double) -> String {
    switch seconds {
    case ..<120: "\(Int(seconds)) s"
    case ..<7200: "\(Int(seconds / 60)) min"
    case ..<172_800: "\(Int(seconds / 3600)) h"
    default: "\(Int(min(seconds / 86_400, 1e9))) days"
    }
  }
}
