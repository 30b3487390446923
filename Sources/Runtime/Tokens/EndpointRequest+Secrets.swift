import Foundation
import HTTPTypes

extension EndpointRequest {
  /// The parameters that an error message may contain. All other parameters may be secrets.
  private static let harmless = [
    "grant_type", "client_id", "redirect_uri", "scope", "audience", "resource", "token_type_hint",
  ]

  /// Removes the values of this request from a message of the server. The message may be logged, and some servers
  /// repeat the token or the client secret that they reject.
  func hidingSecrets(in text: String, renames: [String: String]) -> String {
    let known = secrets.map { $0.reveal() }.filter { $0.utf8.count >= 4 }
    // Shorter values may be common words.
    let sent = values(renames: renames).filter { $0.utf8.count >= 8 }
    var message = ServerMessage(text)
    for secret in known + sent {
      guard message.hide(Array(secret.utf8)) else { return "<redacted>" }
    }
    return message.shown
  }

  private func values(renames: [String: String]) -> [String] {
    let harmless = Set(Self.harmless.map { renames[$0] ?? $0 })
    let proof = headers[.authorization]?.split(separator: " ").last
    let body = rawBody.flatMap { JSONValue(parsing: Data($0.utf8)) }
    return parameters.filter { !harmless.contains($0.name) }.map(\.value) + [proof].compactMap { $0.map(String.init) }
      + (body?.texts(except: harmless) ?? [])
  }
}

extension TemplateValues {
  /// Returns the values of header fields that depend on more than the client ID, with and without their scheme.
  func secrets(in headers: [String: TextTemplate]) throws(StepFailure) -> [Secret] {
    let own = headers.filter { $0.value.placeholders.contains { $0 != "client_id" } }
    return try pairs(own).flatMap { [$0.value, $0.value.split(separator: " ").last.map(String.init) ?? ""] }
      .map { Secret($0) }
  }
}

extension JSONValue {
  /// All strings in this value, except in members with these names.
  fileprivate func texts(except names: Set<String>) -> [String] {
    switch self {
    case .string(let text): [text]
    case .array(let items): items.flatMap { $0.texts(except: names) }
    case .object(let members): members.filter { !names.contains($0.key) }.flatMap { $0.value.texts(except: names) }
    case .null, .bool, .integer, .number: []
    }
  }
}

/// A message of a server, in which secrets are hidden.
private struct ServerMessage {
  /// The rest of a longer message is cut, in bytes. A failure shows less than this.
  private static let maximumBytes = 8 << 10
  /// The most comparisons of bytes. Only a server that makes the search slow on purpose causes more.
  private static let maximumComparisons = 2 << 20

  private let bytes: [UInt8]
  /// The end of the part to show.
  private let end: Int
  private var hidden: [Range<Int>] = []
  private var comparisons = 0

  init(_ text: String) {
    let bytes = Array(text.utf8)
    var end = min(bytes.count, Self.maximumBytes)
    // A cut doesn't split a character.
    while end > 0, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    (self.bytes, self.end) = (bytes, end)
  }

  /// Hides a secret, whether it's plain or encoded as in a query or a form. A secret that starts before the cut is hidden
  /// as a whole.
  ///
  /// - Returns: Whether the search ended. If not, the message must not be shown.
  mutating func hide(_ secret: [UInt8]) -> Bool {
    for place in 0..<end {
      var found = length(ofPlain: secret, at: place)
      if found == nil { found = length(ofEncoded: secret, at: place) }
      if let found { hidden.append(place..<(place + found)) }
      guard comparisons <= Self.maximumComparisons else { return false }
    }
    return true
  }

  /// The message without the secrets. Those that overlap are hidden as one.
  var shown: String {
    var (shown, place): ([UInt8], Int) = ([], 0)
    for range in hidden.sorted(by: { $0.lowerBound < $1.lowerBound }) where range.upperBound > place {
      if range.lowerBound >= place {
        shown += bytes[place..<range.lowerBound]
        shown += "<redacted>".utf8
      }
      place = range.upperBound
    }
    if place < end { shown += bytes[place..<end] }
    let isWhole = max(place, end) == bytes.count
    return String(decoding: shown, as: UTF8.self) + (isWhole ? "" : "…")
  }

  private mutating func length(ofPlain secret: [UInt8], at start: Int) -> Int? {
    guard secret.count <= bytes.count - start else { return nil }
    for (index, byte) in secret.enumerated() {
      comparisons += 1
      guard bytes[start + index] == byte else { return nil }
    }
    return secret.count
  }

  /// Returns the number of bytes that match a secret, with or without percent-encoding, or `nil` if they don't match.
  private mutating func length(ofEncoded secret: [UInt8], at start: Int) -> Int? {
    var place = start
    for byte in secret {
      comparisons += 1
      guard place < bytes.count else { return nil }
      if place + 2 < bytes.count, bytes[place] == UInt8(ascii: "%"),
        let high = FormEncoding.value(of: bytes[place + 1]), let low = FormEncoding.value(of: bytes[place + 2]),
        high << 4 | low == byte
      {
        place += 3
      } else if bytes[place] == byte || (bytes[place] == UInt8(ascii: "+") && byte == UInt8(ascii: " ")) {
        place += 1
      } else {
        return nil
      }
    }
    return place - start
  }
}
