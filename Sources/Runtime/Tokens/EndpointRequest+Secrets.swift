import Foundation
import HTTPTypes

extension EndpointRequest {
  /// What a server may say again. Anything else that was sent may be a secret.
  private static let harmless = [
    "grant_type", "client_id", "redirect_uri", "scope", "audience", "resource", "token_type_hint",
  ]

  /// A server's text without what was sent: it may end up in a log, and some servers repeat the token or the client secret
  /// that they reject.
  func hidingSecrets(in text: String, renames: [String: String]) -> String {
    let known = secrets.map { $0.reveal() }.filter { $0.utf8.count >= 4 }
    // A short value is a word that stands in any text.
    let sent = values(renames: renames).filter { $0.utf8.count >= 8 }
    // A longer one may hold a shorter one.
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
  /// What headers hold that is not the same for every client, whole and without the scheme before it.
  func secrets(in headers: [String: TextTemplate]) throws(StepFailure) -> [Secret] {
    let own = headers.filter { $0.value.holes.contains { $0 != "client_id" } }
    return try pairs(own).flatMap { [$0.value, $0.value.split(separator: " ").last.map(String.init) ?? ""] }
      .map { Secret($0) }
  }
}

extension JSONValue {
  /// Every text in it, but those of members with these names.
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
  /// This text without a secret, however it is spelled: as it is, or as any query or form may have it.
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
  /// How many bytes at the start spell these in a query or a form, each percent-encoded or not; `nil` when they do not.
  fileprivate func lengthOfEncoded(_ plain: [UInt8]) -> Int? {
    var place = startIndex
    for byte in plain {
      guard place < endIndex else { return nil }
      if place + 2 < endIndex, self[place] == UInt8(ascii: "%"), let high = self[place + 1].hexadecimal,
        let low = self[place + 2].hexadecimal, high << 4 | low == byte
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

extension UInt8 {
  /// The value of a hexadecimal digit.
  fileprivate var hexadecimal: UInt8? {
    Character(Unicode.Scalar(self)).hexDigitValue.map { UInt8($0) }
  }
}
