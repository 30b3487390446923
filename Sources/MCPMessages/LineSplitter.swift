import Foundation

/// Splits bytes into lines as they arrive.
package struct LineSplitter: Sendable {
  private let limit: Int
  private var line = Data()
  /// Whether the current line is too long, so that the rest of it is skipped.
  private var isSkipping = false

  /// - Parameter limit: The maximum length of a line in bytes.
  package init(limit: Int = RPCMessage.maximumBytes) {
    self.limit = limit
  }

  /// Reads the next bytes.
  ///
  /// - Returns: The complete lines, without blank ones.
  package mutating func read(_ bytes: some Collection<UInt8>) -> [Result<Data, MCPMessageFailure>] {
    var lines: [Result<Data, MCPMessageFailure>] = []
    var rest = bytes[...]
    while let feed = rest.firstIndex(of: UInt8(ascii: "\n")) {
      append(rest[..<feed])
      rest = rest[rest.index(after: feed)...]
      if let line = end() { lines.append(line) }
    }
    append(rest)
    return lines
  }

  /// Ends the last line, which may not have a line feed.
  package mutating func end() -> Result<Data, MCPMessageFailure>? {
    defer { (line, isSkipping) = (Data(), false) }
    if isSkipping { return .failure(.tooLarge(limit)) }
    let isBlank = line.allSatisfy { [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r")].contains($0) }
    return isBlank ? nil : .success(line)
  }

  private mutating func append(_ bytes: some Collection<UInt8>) {
    guard !isSkipping else { return }
    line.append(contentsOf: bytes)
    guard line.count > limit else { return }
    (line, isSkipping) = (Data(), true)
  }
}
