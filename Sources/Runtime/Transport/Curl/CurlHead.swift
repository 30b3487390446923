#if Curl && os(Linux)
  import Foundation
  import HTTPTypes

  /// The head of a response, line by line.
  struct CurlHead {
    /// The largest head in bytes.
    private static let limit = 1 << 17

    private(set) var fields = HTTPFields()
    private(set) var isComplete = false
    private var count = 0

    /// - Returns: Whether the head is within the limit.
    mutating func add(_ line: UnsafeRawBufferPointer) -> Bool {
      count += line.count
      let end = line.lastIndex { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }.map { $0 + 1 } ?? 0
      isComplete = end == 0
      // Neither the status line nor a folded line starts with a valid name and a colon.
      if let colon = line[..<end].firstIndex(of: UInt8(ascii: ":")),
        let name = HTTPField.Name(String(decoding: line[..<colon], as: UTF8.self))
      {
        let value = String(decoding: line[(colon + 1)..<end], as: UTF8.self)
        fields.append(HTTPField(name: name, value: value.trimmingCharacters(in: .whitespaces)))
      }
      return count <= Self.limit
    }
  }
#endif
