/// A bounded dictionary. A new key replaces the oldest.
struct RecentKeys<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let capacity: Int
  private var values: [Key: Value] = [:]
  /// The keys in the order of insertion, as a ring.
  private var order: [Key] = []
  private var oldest = 0

  init(capacity: Int) {
    self.capacity = capacity
  }

  subscript(key: Key) -> Value? { values[key] }

  /// Stores a value. An existing key keeps its position.
  ///
  /// - Returns: Whether the key is new.
  @discardableResult
  mutating func keep(_ value: Value, as key: Key) -> Bool {
    guard capacity > 0, values.updateValue(value, forKey: key) == nil else { return false }
    if order.count < capacity {
      order.append(key)
    } else {
      values[order[oldest]] = nil
      order[oldest] = key
      oldest = (oldest + 1) % capacity
    }
    return true
  }
}
