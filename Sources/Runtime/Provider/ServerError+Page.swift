import Foundation

extension ServerError {
  /// `error_uri`, if it is a page that may be shown: whoever could write an answer could write it (RFC 6749 §5.2).
  static func page(_ text: String) -> URL? {
    guard text.utf8.count <= 2000, let url = try? SecureURL.parse(text), url.scheme == "https" else { return nil }
    return url
  }
}
