import Foundation

extension ServerError {
  /// The `error_uri`, if it is a page that may be shown (RFC 6749 §5.2). An attacker who can write a response can write it.
  static func page(_ text: String) -> URL? {
    guard text.utf8.count <= 2000, let url = try? SecureURL.parse(text), url.scheme == "https" else { return nil }
    return url
  }
}
