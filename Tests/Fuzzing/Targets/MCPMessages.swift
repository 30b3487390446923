import Foundation
import HTTPTypes

@testable import AuthConfiguration
@testable import AuthMCPMessages
@testable import AuthRuntime

extension FuzzEntry {
  /// The first byte is the number of bytes that arrive at once.
  static let mcpMessage = FuzzEntry { bytes in
    let limit = 1024
    var splitter = LineSplitter(limit: limit)
    var whole = LineSplitter(limit: limit)
    let input = bytes.dropFirst()
    var lines = chunks(of: input, size: bytes.first).flatMap { splitter.read($0) }
    lines += [splitter.end()].compactMap { $0 }
    try require(lines == whole.read(input) + [whole.end()].compactMap { $0 }, "the lines depend on the chunks")
    var verdict = Verdict.rejected
    for line in lines {
      guard let data = try? line.get(), let message = try? RPCMessage(data) else { continue }
      try require(data.count <= limit, "a line is too long")
      try checkLine(message)
      verdict = .accepted
    }
    return verdict
  }

  private static func checkLine(_ message: RPCMessage) throws {
    let text = String(decoding: message.line, as: UTF8.self)
    try require(
      !text.unicodeScalars.contains { "\n\r\u{85}\u{2028}\u{2029}".unicodeScalars.contains($0) },
      "a message isn't on one line")
    let again = try RPCMessage(message.line)
    try require(again.members == message.members && again.kind == message.kind, "a message is changed")
    try require(again.line == message.line, "a line is changed")
    let written = try RPCMessage(message.members)
    try require(written.kind == message.kind, "a written message has another kind")
  }

  /// The first byte is the number of bytes that arrive at once.
  static let mcpEvents = FuzzEntry { bytes in
    let limit = 512
    let input = bytes.dropFirst()
    let found = events(in: chunks(of: input, size: bytes.first), limit: limit)
    let whole = events(in: [input], limit: limit)
    try require(found?.events == whole?.events, "the events depend on the chunks")
    guard let found else { return .rejected }
    for event in found.events {
      try require((1...limit).contains(event.data.count), "the data of an event is empty or too long")
    }
    if let id = found.parser.lastID {
      try require((1...1024).contains(id.utf8.count) && HTTPField.isValidValue(id), "an ID isn't valid in a field")
    }
    let pause = found.parser.retry ?? .zero
    try require(pause >= .zero && pause <= .seconds(60), "a pause exceeds its limit")
    return found.events.isEmpty ? .rejected : .accepted
  }

  private static func events(
    in chunks: [ArraySlice<UInt8>], limit: Int
  ) -> (events: [ServerEvent], parser: EventStreamParser)? {
    var parser = EventStreamParser(limit: limit)
    var events: [ServerEvent] = []
    for chunk in chunks {
      guard let found = try? parser.read(Data(chunk)) else { return nil }
      events += found
    }
    return (events, parser)
  }

  /// The first line is the result of `tools/list`, and the second one calls a tool.
  static let mcpTools = FuzzEntry { bytes in
    let parts = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let list = JSONValue(parsing: Data(parts[0])), let call = try? RPCMessage(parts[1]) else {
      return .rejected
    }
    var tools = ToolHeaders()
    for name in tools.learn(list) where tools.isKnown(name) {
      // An earlier definition with the same name was valid.
      try require(names(of: list).count { $0 == name } > 1, "a tool with an invalid annotation is known")
    }
    var fields = tools.fields(for: call)
    try require(fields.count <= 32, "a call has too many fields")
    for field in fields {
      try require(field.name.canonicalName.hasPrefix("mcp-param-"), "a tool sets another field")
    }
    if let version = RequestMetadata.version(of: call) {
      fields.append(contentsOf: RequestMetadata.fields(of: call, version: version))
    }
    for field in fields {
      let isPlain = field.value.utf8.allSatisfy { (0x20...0x7E).contains($0) }
      try require(isPlain && field.value.utf8.count <= 4096, "a value isn't valid in a field")
    }
    return fields.isEmpty ? .rejected : .accepted
  }

  private static func names(of list: JSONValue) -> [String] {
    (list.object?["tools"]?.array ?? []).compactMap { $0.object?["name"]?.string }
  }

  private static func chunks(of bytes: ArraySlice<UInt8>, size: UInt8?) -> [ArraySlice<UInt8>] {
    let size = max(1, Int(size ?? 1))
    return stride(from: bytes.startIndex, to: bytes.endIndex, by: size).map { start in
      bytes[start..<min(start + size, bytes.endIndex)]
    }
  }
}
