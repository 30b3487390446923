import AuthConfiguration

/// Converts names in requests into Swift names.
///
/// The rules check whether the result is a valid identifier. A descriptor can set a better one with `case:`.
public enum SwiftName {
  /// Converts `acr_values` to `acrValues`, `client_id` to `clientID`, and `CODE_EXPIRED` to `codeExpired`.
  public static func lowerCamel(_ wireName: String) -> String {
    let words = words(of: wireName)
    return words.prefix(1).map { $0.lowercasedFirstWord }.joined() + words.dropFirst().map(\.capitalizedWord).joined()
  }

  /// Converts `screen_hint` to `ScreenHint` and `microsoft-entra-id` to `MicrosoftEntraID`.
  public static func upperCamel(_ wireName: String) -> String {
    words(of: wireName).map(\.capitalizedWord).joined()
  }

  /// Converts the name of a parameter or a variable to the name of its type. A `case` sets that name too.
  ///
  /// - Parameter swiftName: The name in lower camel case, which `case` may have set.
  public static func type(for wireName: String, named swiftName: String) -> String {
    upperCamel(swiftName == lowerCamel(wireName) ? wireName : swiftName)
  }

  /// In a name without lowercase letters, such as `CODE_EXPIRED`, the words aren't acronyms.
  private static func words(of name: String) -> [String] {
    let words = name.split { !$0.utf8.allSatisfy(\.isASCIILetterOrDigit) }.map(String.init)
    return words.count > 1 && !name.contains(where: \.isLowercase) ? words.map { $0.lowercased() } : words
  }
}

extension String {
  /// The acronyms that are spelled in uppercase unless they begin a name (Swift API Design Guidelines).
  private static let acronyms: Set<String> = ["id", "url", "uri", "jwt", "jwks", "pkce", "http", "https", "api", "mfa"]

  fileprivate var capitalizedWord: String {
    if String.acronyms.contains(lowercased()) { return uppercased() }
    return prefix(1).uppercased() + dropFirst()
  }

  /// Converts `URL` to `url`, but leaves `returnTo` unchanged.
  fileprivate var lowercasedFirstWord: String {
    if self == uppercased() { return lowercased() }
    return prefix(1).lowercased() + dropFirst()
  }

  /// Whether the string consists of ASCII letters and digits and doesn't begin with a digit. Swift allows other scalars
  /// too, but they can look like different ones.
  var isPlainIdentifier: Bool {
    guard let first = utf8.first, !first.isASCIIDigit, utf8.count <= 48 else { return false }
    return utf8.allSatisfy(\.isASCIILetterOrDigit)
  }
}
