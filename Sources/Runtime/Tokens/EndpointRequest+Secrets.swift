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
    // Replace longer values first, because they may contain shorter ones.
    return (known + sent).sorted { $0.utf8.count > $1.utf8.count }.reduce(text) { $0.hiding($1) }
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

extension String {
  /// Replaces a secret, whether it's plain or encoded as in a query or a form.
  fileprivate func hiding(_ secret: String) -> String {
    let (text, secret) = (Array(utf8), Array(secret.utf8))
    var (shown, place): ([UInt8], Int) = ([], 0)
    while place < text.count {
      let rest = text[place...]
      if let length = rest.starts(with: secret) ? secret.count : rest.lengthOfEncoded(secret) {
        shown += "<redacted>".utf8
        place += length
      } else {
        shown.append(text[place])
        place += 1
      }
    }
    return String(decoding: shown, as: UTF8.self)
  }
}

extension ArraySlice<UInt8> {
  /// Returns the number of bytes at the start that match `plain`, with or without percent-encoding, or `nil` if they
  /// don't match.
  fileprivate func lengthOfEncoded(_ plain: [UInt8]) -> Int? {
    var place = startIndex
    for byte in plain {
      guard place < endIndex else { return nil }
      if place + 2 < endIndex, self[place] == UInt8(ascii: "%"), let high = FormEncoding.value(of: self[place + 1]),
        let low = FormEncoding.value(of: self[place + 2]), high << 4 | low == byte
      {
        place += 3
      } else if self[place] == byte || (self[place] == UInt8(ascii: "+") && byte == UInt8(ascii: " ")) {
        place += 1
      } else {
        return nil
      }
    }
    return place - startIndex
  }
}
