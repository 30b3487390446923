/// Turns names of the wire into Swift names.
///
/// Whether the result is a valid identifier is for the rules to say; a descriptor can state a better one with `case:`.
public enum SwiftName {
  /// `acr_values` → `acrValues`, `client_id` → `clientID`, `read:timesheets` → `readTimesheets`.
  public static func lowerCamel(_ wireName: String) -> String {
    let words = words(of: wireName)
    return words.prefix(1).map { $0.lowercasedFirstWord }.joined() + words.dropFirst().map(\.capitalizedWord).joined()
  }

  /// `screen_hint` → `ScreenHint`, `microsoft-entra-id` → `MicrosoftEntraID`.
  public static func upperCamel(_ wireName: String) -> String {
    words(of: wireName).map(\.capitalizedWord).joined()
  }

  private static func words(of name: String) -> [String] {
    name.split { !($0.asciiValue?.isLetterOrDigit ?? false) }.map(String.init)
  }
}

extension String {
  /// Spelled in upper case wherever they do not begin a name (Swift API Design Guidelines).
  private static let acronyms: Set<String> = ["id", "url", "uri", "jwt", "jwks", "pkce", "http", "https", "api", "mfa"]

  fileprivate var capitalizedWord: String {
    if String.acronyms.contains(lowercased()) { return uppercased() }
    return prefix(1).uppercased() + dropFirst()
  }

  /// `URL` → `url`, but `returnTo` stays.
  fileprivate var lowercasedFirstWord: String {
    if self == uppercased() { return lowercased() }
    return prefix(1).lowercased() + dropFirst()
  }

  /// ASCII letters and digits, not beginning with a digit. Other scalars are legal in Swift and look like what they are not.
  var isPlainIdentifier: Bool {
    guard let first = utf8.first, !(48...57).contains(first), utf8.count <= 48 else { return false }
    return utf8.allSatisfy(\.isLetterOrDigit)
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    (48...57).contains(self) || (65...90).contains(self) || (97...122).contains(self)
  }
}
