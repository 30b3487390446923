import Foundation

/// A server-sent event (HTML Living Standard §9.2).
package struct ServerEvent: Sendable, Hashable {
  /// The data. Its lines are joined with line feeds.
  package var data: [UInt8] = []
  /// Whether it's a message, which is the default type. Clients ignore all others.
  package var isMessage = true
}

/// Parses a stream of server-sent events as it arrives (HTML Living Standard §9.2.6).
package struct EventStreamParser: Sendable {
  /// The maximum length of an event ID, which the client sends back in a header field.
  private static let maximumIDLength = 1024
  private static let maximumKeptLineLength = 1 << 16
  /// The maximum pause in milliseconds that a server can request.
  private static let maximumPause = 60_000

  /// The ID of the last event, or `nil` if no event has an ID.
  package private(set) var lastID: String?
  /// The pause before the client connects again, or `nil` if the server doesn't state it.
  package private(set) var retry: Duration?

  private let limit: Int
  private var line: [UInt8] = []
  private var event = ServerEvent()
  private var hasData = false
  private var id: String?
  private var isAfterCarriageReturn = false
  private var isAtStart = true

  /// - Parameter limit: The maximum size of an event in bytes.
  package init(limit: Int = RPCMessage.maximumBytes) {
    self.limit = limit
  }

  /// Creates a parser for a stream that continues an interrupted one.
  package init(after other: EventStreamParser) {
    self.init(limit: other.limit)
    (lastID, retry) = (other.lastID, other.retry)
  }

  /// Reads the next chunk of a stream.
  ///
  /// - Returns: The events that are now complete.
  /// - Throws: ``MCPMessageFailure`` if an event is too large.
  package mutating func read(_ chunk: Data) throws(MCPMessageFailure) -> [ServerEvent] {
    var events: [ServerEvent] = []
    for byte in chunk {
      let completesCRLF = isAfterCarriageReturn && byte == UInt8(ascii: "\n")
      isAfterCarriageReturn = byte == UInt8(ascii: "\r")
      guard !completesCRLF else { continue }
      guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else {
        line.append(byte)
        guard line.count + event.data.count <= limit else { throw .tooLarge(limit) }
        continue
      }
      if let event = endLine() { events.append(event) }
    }
    return events
  }

  private mutating func endLine() -> ServerEvent? {
    defer {
      // A long line must not keep its memory for as long as the stream is open.
      line.removeAll(keepingCapacity: line.count <= Self.maximumKeptLineLength)
      isAtStart = false
    }
    if isAtStart, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    guard !line.isEmpty else { return endEvent() }
    let name = line.prefix { $0 != UInt8(ascii: ":") }
    var value = line.dropFirst(name.count + 1)
    if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
    take(name, value)
    return nil
  }

  /// Ignores comments, which have an empty name, and unknown fields. The server's bytes aren't compared as strings, because
  /// that could take hours (`String.hasShortMarkRuns`).
  private mutating func take(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) {
    switch Field(name) {
    case .data:
      if hasData { event.data.append(UInt8(ascii: "\n")) }
      event.data += value
      hasData = true
    case .event: event.isMessage = value.isEmpty || value.elementsEqual("message".utf8)
    case .id:
      // The client sends the ID back, so it must be valid in a header field.
      guard value.count <= Self.maximumIDLength, value.allSatisfy({ (0x21...0x7E).contains($0) }) else { return }
      id = String(decoding: value, as: UTF8.self)
    case .retry:
      let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
      guard !value.isEmpty, value.allSatisfy({ digits.contains($0) }) else { return }
      let pause = Int(String(decoding: value, as: UTF8.self)) ?? Self.maximumPause
      retry = .milliseconds(min(pause, Self.maximumPause))
    case nil: break
    }
  }

  /// An event without data only changes the last ID.
  private mutating func endEvent() -> ServerEvent? {
    defer { (event, hasData) = (ServerEvent(), false) }
    if let id { lastID = id.isEmpty ? nil : id }
    guard !event.data.isEmpty else { return nil }
    return event
  }
}

/// A field of an event.
private enum Field: String, CaseIterable {
  case data, event, id, retry

  init?(_ name: ArraySlice<UInt8>) {
    guard let field = Self.allCases.first(where: { name.elementsEqual($0.rawValue.utf8) }) else { return nil }
    self = field
  }
}
