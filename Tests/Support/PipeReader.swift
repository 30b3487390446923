import Foundation

/// Collects what a program writes while it runs, so that a full pipe never blocks it.
actor PipeReader {
  private var data = Data()
  private let chunks: AsyncStream<Data>

  init(_ pipe: Pipe) {
    let (stream, feed) = AsyncStream.makeStream(of: Data.self)
    chunks = stream
    pipe.fileHandleForReading.readabilityHandler = { handle in
      let chunk = handle.availableData
      guard !chunk.isEmpty else {
        handle.readabilityHandler = nil
        return feed.finish()
      }
      feed.yield(chunk)
    }
  }

  /// Everything, once the program has closed its end.
  func text() async -> String {
    for await chunk in chunks { data += chunk }
    return String(decoding: data, as: UTF8.self)
  }

  /// The first complete line for which `matches` returns something.
  func firstLine<Value: Sendable>(_ matches: @Sendable (Substring) -> Value?) async -> Value? {
    for await chunk in chunks {
      data += chunk
      let lines = String(decoding: data, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      for line in lines.dropLast() {
        if let value = matches(line) { return value }
      }
    }
    return nil
  }
}
