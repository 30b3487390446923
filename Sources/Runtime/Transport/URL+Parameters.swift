import AuthConfiguration
import Foundation

extension URL {
  /// This URL with parameters added to its query. A parameter without a value is a bare name.
  package func adding(_ pairs: [(name: String, value: String)], flags: [String] = []) -> URL {
    let added = [FormEncoding.encode(pairs)].filter { !$0.isEmpty } + flags.map(FormEncoding.escape)
    guard !added.isEmpty else { return self }
    // What is added is encoded already: the text is read once, and not taken apart and checked again piece by piece.
    let text = absoluteString
    let page = text[..<(text.utf8.firstIndex(of: UInt8(ascii: "#")) ?? text.endIndex)]
    let sign = page.utf8.contains(UInt8(ascii: "?")) ? (page.hasSuffix("?") ? "" : "&") : "?"
    return URL(string: page + sign + added.joined(separator: "&") + text[page.endIndex...]) ?? self
  }
}

extension [(name: String, value: String)] {
  /// The same under the provider's names.
  func renamed(by names: [String: String]) -> [(name: String, value: String)] {
    names.isEmpty ? self : map { (names[$0.name] ?? $0.name, $0.value) }
  }
}
