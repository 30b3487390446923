import AuthMCPMessages
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

/// Reads the lines of standard input, when they're needed.
actor LineReader {
  /// Blocks its thread, so this isn't one of the concurrency pool.
  private let queue = DispatchQueue(label: "authctl.input")
  private var splitter = LineSplitter()
  private var lines: ArraySlice<Result<Data, MCPMessageFailure>> = []
  private var isAtEnd = false

  /// The next line, or `nil` at the end of the input.
  func next() async -> Result<Data, MCPMessageFailure>? {
    while lines.isEmpty, !isAtEnd {
      let bytes = await chunk()
      if bytes.isEmpty {
        isAtEnd = true
        lines = ArraySlice([splitter.end()].compactMap { $0 })
      } else {
        lines = ArraySlice(splitter.read(bytes))
      }
    }
    return lines.popFirst()
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
