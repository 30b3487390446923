#if os(Linux)
  import AuthConfiguration
  import Crypto
  import Foundation

  /// A private-use scheme: the app's reversed domain name (RFC 8252 §7.1).
  struct CallbackScheme: Sendable, Hashable {
    /// The name in lowercase, because schemes are compared case-insensitively (RFC 3986 §3.1).
    let name: String

    /// The maximum length of a callback in bytes.
    static let maximumCallbackLength = 16_384
    /// The maximum length of a scheme, because it becomes part of file names.
    private static let maximumLength = 180

    init(_ name: String) throws(DesktopFailure) {
      let isPlain = name.unicodeScalars.allSatisfy { scalar in
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "+", "-", ".": true
        default: false
        }
      }
      guard isPlain, name.utf8.count <= Self.maximumLength, name.unicodeScalars.first?.properties.isAlphabetic == true
      else {
        throw .unsuitable(
          "'\(name.plainText(limit: 60))' isn't a valid scheme; use at most \(Self.maximumLength) letters, digits, '+', '-', and '.', "
            + "starting with a letter (RFC 3986 section 3.1)")
      }
      let labels = name.split(separator: ".", omittingEmptySubsequences: false)
      guard labels.count > 1, labels.allSatisfy({ !$0.isEmpty }) else {
        throw .unsuitable(
          "'\(name)' doesn't contain a period; use your reversed domain name, such as com.example.app "
            + "(RFC 8252 section 7.1)")
      }
      self.name = name.lowercased()
    }

    /// The scheme's MIME type on desktops (Shared MIME-info Database, "URI scheme handlers").
    var type: String { "x-scheme-handler/\(name)" }

    /// A short hash of the name, which is valid in file names.
    var hash: String { String(Hex.encode(SHA256.hash(data: Data(name.utf8))).prefix(16)) }

    /// Returns the string as a callback URL of this scheme, unchanged, or `nil` if it isn't one.
    func callback(_ text: String) -> URL? {
      guard text.utf8.count <= Self.maximumCallbackLength, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
        text.utf8.count > name.utf8.count + 1, let url = URL(string: text), url.absoluteString.isExactly(text),
        url.scheme?.lowercased() == name
      else { return nil }
      return url
    }
  }
#endif
