import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Splits bytes into lines, as they arrive.
struct LineSplitter: Sendable {
  private let limit: Int
  private var line = Data()
  /// Whether the current line is too long, so that the rest of it is skipped.
  private var isSkipping = false

  /// - Parameter limit: The maximum length of a line in bytes.
  init(limit: Int = RPCMessage.longest) {
    self.limit = limit
  }

  /// Reads the next bytes.
  ///
  /// - Returns: The lines that are now complete. Blank lines are left out.
  mutating func read(_ bytes: some Collection<UInt8>) -> [Result<Data, MCPFailure>] {
    var lines: [Result<Data, MCPFailure>] = []
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
  mutating func end() -> Result<Data, MCPFailure>? {
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

/// Reads the lines of standard input, when they're needed.
actor LineReader {
  /// Blocks its thread, so this isn't one of the concurrency pool.
  private let queue = DispatchQueue(label: "authctl.input")
  private var splitter = LineSplitter()
  private var lines: [Result<Data, MCPFailure>] = []
  private var isAtEnd = false

  /// The next line, or `nil` at the end of the input.
  func next() async -> Result<Data, MCPFailure>? {
    while lines.isEmpty, !isAtEnd {
      let bytes = await chunk()
      if bytes.isEmpty {
        isAtEnd = true
        lines += [splitter.end()].compactMap { $0 }
      } else {
        lines += splitter.read(bytes)
      }
    }
    return lines.isEmpty ? nil : lines.removeFirst()
  }

  private func chunk() async -> Data {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: Self.readInput()) }
    }
  }

  /// Waits for input.
  ///
  /// - Returns: An empty value at the end, and if the input can't be read.
  private static func readInput() -> Data {
    #if os(Windows)
      return FileHandle.standardInput.availableData
    #else
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = read(0, &bytes, bytes.count)
        if count >= 0 { return Data(bytes[..<count]) }
        guard errno == EINTR else { return Data() }
      }
    #endif
  }
}
