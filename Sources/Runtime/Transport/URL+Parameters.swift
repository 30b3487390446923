import AuthConfiguration
import Foundation

extension URL {
  /// Returns this URL with parameters added to its query. A flag is a name without a value.
  package func adding(_ pairs: [(name: String, value: String)], flags: [String] = []) -> URL {
    let added = [FormEncoding.encode(pairs)].filter { !$0.isEmpty } + flags.map(FormEncoding.escape)
    guard !added.isEmpty else { return self }
    // The parameters are already encoded, so `URLComponents`, which would decode and check each of them, isn't
    // necessary.
    let text = absoluteString
    let page = text[..<(text.utf8.firstIndex(of: UInt8(ascii: "#")) ?? text.endIndex)]
    let sign = page.utf8.contains(UInt8(ascii: "?")) ? (page.hasSuffix("?") ? "" : "&") : "?"
    return URL(string: page + sign + added.joined(separator: "&") + text[page.endIndex...]) ?? self
  }
}

extension [(name: String, value: String)] {
  /// Returns the parameters with the provider's names.
  func renamed(by names: [String: String]) -> [(name: String, value: String)] {
    names.isEmpty ? self : map { (names[$0.name] ?? $0.name, $0.value) }
  }
}
