#if Curl && os(Linux)
  import Foundation
  import HTTPTypes

  @testable import AuthRuntime

  extension FuzzEntry {
    /// The lines of a response's head, as libcurl passes them to the transport.
    static let responseHead = FuzzEntry(longest: 9000) { bytes in
      var head = CurlHead()
      var rest = bytes[...]
      while !rest.isEmpty, !head.isComplete {
        let end = rest.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? rest.endIndex
        try require(rest[..<end].withUnsafeBytes { head.add($0) }, "a short head exceeds the limit")
        rest = rest[end...]
      }
      for field in head.fields {
        let isOneLine = field.value.unicodeScalars.allSatisfy { !["\r", "\n", "\0"].contains($0) }
        try require(isOneLine, "a value contains a line break")
        var again = CurlHead()
        let line = Array("\(field.name.rawName): \(field.value)\r\n".utf8)
        try require(line.withUnsafeBytes { again.add($0) } && !again.isComplete, "a field ends the head")
        try require(again.fields.map(\.name) == [field.name], "a field isn't read back")
      }
      return head.isComplete && !head.fields.isEmpty ? .accepted : .rejected
    }
  }
#endif
