import Foundation

/// Reads Apple's binary property lists, on every platform. `NSKeyedUnarchiver` would create objects of classes that the data
/// names, and doesn't exist everywhere.
///
/// The data comes from the app's own storage, but may be damaged. Every offset and count is checked, and nothing is read
/// recursively.
struct BinaryPropertyList {
  /// One object of the file. A container has the numbers of its objects.
  enum Object {
    case null
    case bool(Bool)
    case integer(Int64)
    case real(Double)
    /// Seconds since January 1, 2001.
    case date(Double)
    case data(Data)
    case string(String)
    /// A reference in a keyed archive.
    case uid(Int)
    case array([Int])
    case dictionary([(key: Int, value: Int)])
  }

  /// The maximum size in bytes.
  static let maximumSize = 1 << 20
  /// The maximum number of bytes of a member's name. Many members can have the same long name, which would be read for each of
  /// them.
  private static let maximumNameLength = 256

  /// The number of the outermost object.
  let top: Int
  /// The bytes before the offset table, which contain all objects.
  private let bytes: [UInt8]
  private let offsets: [Int]
  private let referenceSize: Int

  init?(_ data: Data) {
    let bytes = [UInt8](data.prefix(Self.maximumSize + 1))
    guard bytes.count <= Self.maximumSize, bytes.count >= 40, bytes.starts(with: Array("bplist0".utf8)) else {
      return nil
    }
    let trailer = bytes.count - 32
    let (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
    guard let count = Self.number(bytes, at: trailer + 8, 8), let top = Self.number(bytes, at: trailer + 16, 8),
      let table = Self.number(bytes, at: trailer + 24, 8), (1...8).contains(offsetSize),
      (1...8).contains(referenceSize), top < count, count <= (trailer - table) / offsetSize
    else { return nil }
    var offsets: [Int] = []
    for index in 0..<count {
      guard let offset = Self.number(bytes, at: table + index * offsetSize, offsetSize), offset < table else {
        return nil
      }
      offsets.append(offset)
    }
    (self.top, self.bytes, self.offsets, self.referenceSize) = (top, Array(bytes[..<table]), offsets, referenceSize)
  }

  /// Returns an object, or `nil` if it doesn't exist or is damaged.
  func object(_ number: Int) -> Object? {
    guard offsets.indices.contains(number) else { return nil }
    let start = offsets[number]
    let (kind, low) = (bytes[start] >> 4, Int(bytes[start] & 0x0F))
    switch kind {
    case 0x0: return simple(low)
    case 0x1: return low <= 3 ? integer(at: start + 1, 1 << low).map { .integer($0) } : nil
    case 0x2: return real(at: start + 1, 1 << low).map { .real($0) }
    case 0x3: return low == 3 ? real(at: start + 1, 8).map { .date($0) } : nil
    case 0x4: return body(of: start, low, unit: 1).map { .data(Data($0)) }
    case 0x5, 0x7:
      return string(body(of: start, low, unit: 1).flatMap { String(bytes: $0, encoding: .utf8) })
    case 0x6:
      return string(body(of: start, low, unit: 2).flatMap { String(bytes: $0, encoding: .utf16BigEndian) })
    case 0x8: return Self.number(bytes, at: start + 1, low + 1).map { .uid($0) }
    case 0xA, 0xC: return references(of: start, low, perItem: 1).map { .array($0) }
    case 0xD: return references(of: start, low, perItem: 2).map { .dictionary(Self.pairs($0)) }
    default: return nil
    }
  }

  /// Returns the members of a dictionary with string keys.
  func members(_ number: Int) -> [String: Int]? {
    guard case .dictionary(let pairs)? = object(number) else { return nil }
    var members: [String: Int] = [:]
    for pair in pairs {
      if isShort(pair.key), case .string(let name)? = object(pair.key) { members[name] = pair.value }
    }
    return members
  }
}

extension BinaryPropertyList {
  private func isShort(_ number: Int) -> Bool {
    guard offsets.indices.contains(number) else { return false }
    let start = offsets[number]
    let length = body(of: start, Int(bytes[start] & 0x0F), unit: 1)?.count ?? .max
    return length <= Self.maximumNameLength
  }

  /// Returns `nil` if comparing the string could take seconds.
  private func string(_ text: String?) -> Object? {
    guard let text, text.hasShortMarkRuns else { return nil }
    return .string(text)
  }

  private func simple(_ low: Int) -> Object? {
    switch low {
    case 0x0: .null
    case 0x8: .bool(false)
    case 0x9: .bool(true)
    default: nil
    }
  }

  private func integer(at start: Int, _ size: Int) -> Int64? {
    guard start + size <= bytes.count else { return nil }
    return Int64(bitPattern: bytes[start..<start + size].reduce(0) { $0 << 8 | UInt64($1) })
  }

  private func real(at start: Int, _ size: Int) -> Double? {
    guard size == 4 || size == 8, let bits = integer(at: start, size).map({ UInt64(bitPattern: $0) }) else {
      return nil
    }
    return size == 8 ? Double(bitPattern: bits) : Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
  }

  /// Returns the bytes of an object with a count. A count of 15 or more follows as an integer.
  private func body(of start: Int, _ low: Int, unit: Int) -> ArraySlice<UInt8>? {
    var (count, place) = (low, start + 1)
    if low == 0x0F {
      guard place < bytes.count, bytes[place] >> 4 == 0x1, bytes[place] & 0x0F <= 3 else { return nil }
      let size = 1 << Int(bytes[place] & 0x0F)
      guard let long = Self.number(bytes, at: place + 1, size) else { return nil }
      (count, place) = (long, place + 1 + size)
    }
    guard count <= (bytes.count - place) / unit else { return nil }
    return bytes[place..<place + count * unit]
  }

  /// Returns the numbers in a container.
  private func references(of start: Int, _ low: Int, perItem: Int) -> [Int]? {
    guard let all = body(of: start, low, unit: referenceSize * perItem) else { return nil }
    return stride(from: all.startIndex, to: all.endIndex, by: referenceSize).compactMap {
      Self.number(bytes, at: $0, referenceSize)
    }
  }

  /// All keys come first, and then all values.
  private static func pairs(_ numbers: [Int]) -> [(key: Int, value: Int)] {
    let half = numbers.count / 2
    return zip(numbers[..<half], numbers[half...]).map { (key: $0, value: $1) }
  }

  /// Reads an unsigned number, or returns `nil` if it's too large to be an offset or a count.
  private static func number(_ bytes: [UInt8], at start: Int, _ size: Int) -> Int? {
    guard start + size <= bytes.count else { return nil }
    var value = 0
    for byte in bytes[start..<start + size] {
      guard value < 1 << 40 else { return nil }
      value = value << 8 | Int(byte)
    }
    return value
  }
}
