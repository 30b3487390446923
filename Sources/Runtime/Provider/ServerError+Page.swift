import Foundation

extension ServerError {
  /// Returns the `error_uri` if the page may be shown (RFC 6749 §5.2). An attacker who can forge a response can set it.
  static func page(_ text: String) -> URL? {
    guard text.utf8.count <= 2000, let url = try? SecureURL.parse(text), url.scheme == "https" else { return nil }
    return url
  }
}
