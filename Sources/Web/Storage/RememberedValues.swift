import Foundation

/// Values of one kind in memory.
struct RememberedValues: Sendable {
  private let maximum: Int
  private var dates: [Data: Date] = [:]
  /// The values by their expiration date, in seconds.
  private var byDate: [Date: Set<Data>] = [:]

  init(maximum: Int) { self.maximum = max(1, maximum) }

  func contains(_ value: RememberedValue) -> Bool { dates[value.hash] != nil }

  /// - Returns: `false` if the value is already remembered.
  mutating func insert(_ value: RememberedValue) -> Bool {
    guard dates[value.hash] == nil else { return false }
    if dates.count >= maximum, let first = byDate.keys.min() { _ = remove(first, limit: 1) }
    dates[value.hash] = value.expiresAt
    byDate[value.expiresAt, default: []].insert(value.hash)
    return true
  }

  /// - Returns: The number of removed values.
  mutating func removeExpired(at date: Date, limit: Int) -> Int {
    var removed = 0
    for expired in byDate.keys where expired <= date && removed < limit {
      removed += remove(expired, limit: limit - removed)
    }
    return removed
  }

  private mutating func remove(_ date: Date, limit: Int) -> Int {
    let removed = Array((byDate[date] ?? []).prefix(limit))
    for hash in removed {
      dates[hash] = nil
      byDate[date]?.remove(hash)
    }
    if byDate[date]?.isEmpty == true { byDate[date] = nil }
    return removed.count
  }
}
