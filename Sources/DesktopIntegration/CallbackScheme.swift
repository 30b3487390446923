#if os(Linux)
  import AuthConfiguration
  import Crypto
  import Foundation

  /// A private-use scheme: the app's domain name, reversed (RFC 8252 §7.1).
  struct CallbackScheme: Sendable, Hashable {
    /// In lower case, as schemes are compared (RFC 3986 §3.1).
    let name: String

    /// As many bytes as a callback may have.
    static let longestCallback = 16_384
    /// File names are made of it.
    private static let longest = 180

    init(_ name: String) throws(DesktopFailure) {
      let isPlain = name.unicodeScalars.allSatisfy { scalar in
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "+", "-", ".": true
        default: false
        }
      }
      guard isPlain, name.utf8.count <= Self.longest, name.unicodeScalars.first?.properties.isAlphabetic == true else {
        throw .unsuitable(
          "'\(name.plainText(limit: 60))' is no scheme: expected at most \(Self.longest) letters, digits, '+', '-' and '.', "
            + "beginning with a letter (RFC 3986 section 3.1)")
      }
      let labels = name.split(separator: ".", omittingEmptySubsequences: false)
      guard labels.count > 1, labels.allSatisfy({ !$0.isEmpty }) else {
        throw .unsuitable(
          "'\(name)' has no period between its parts: take your domain name reversed, such as com.example.app "
            + "(RFC 8252 section 7.1)")
      }
      self.name = name.lowercased()
    }

    /// The type under which desktops know it (Shared MIME-info Database, "URI scheme handlers").
    var type: String { "x-scheme-handler/\(name)" }

    /// Short, and of no meaning to a file system.
    var hash: String { String(Hex.encode(SHA256.hash(data: Data(name.utf8))).prefix(16)) }

    /// The text as a callback of this scheme, unchanged; `nil` when it is none.
    func callback(_ text: String) -> URL? {
      guard text.utf8.count <= Self.longestCallback, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
        text.utf8.count > name.utf8.count + 1, let url = URL(string: text), url.absoluteString.isExactly(text),
        url.scheme?.lowercased() == name
      else { return nil }
      return url
    }
  }
#endif
