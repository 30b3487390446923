import Foundation

/// A text with `{variable}` holes, as descriptors write URLs. A literal brace is written twice.
package struct URLTemplate {
  let text: String

  package init(_ text: String) {
    self.text = text
  }

  /// Fills the holes. The values must have been validated for their place before.
  package func filled(with values: [String: String]) throws(ConfigurationFailure) -> String {
    var result = ""
    var rest = text[...]
    while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      result += rest[..<brace]
      let next = rest.index(after: brace)
      if next < rest.endIndex, rest[next] == rest[brace] {
        result.append(rest[brace])
        rest = rest[rest.index(after: next)...]
        continue
      }
      guard rest[brace] == "{", let end = rest[next...].firstIndex(of: "}") else { throw .invalidURL(text) }
      let name = String(rest[next..<end])
      guard let value = values[name] else { throw .missingVariable(name, example: "a value") }
      result += value
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }
}

/// The rule for every URL that tokens, codes or keys travel over: `https`, or `http` on a loopback address (RFC 8252 §7.3).
package enum SecureURL {
  package static func parse(_ text: String) throws(ConfigurationFailure) -> URL {
    guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), let host = url.host, !host.isEmpty else {
      throw .invalidURL(String(text.prefix { $0 != "?" && $0 != "#" && $0 != "@" }))
    }
    // What a failure shows ends with the host: a path or a query may hold something secret.
    guard scheme == "https" || (scheme == "http" && isLoopback(host)) else { throw .insecureURL("\(scheme)://\(host)") }
    guard url.user == nil, url.password == nil else { throw .invalidURL("\(scheme)://…@\(host)") }
    return url
  }

  static func isLoopback(_ host: String) -> Bool {
    ["127.0.0.1", "localhost", "::1", "[::1]"].contains(host.lowercased())
  }
}
