import AuthRuntime

/// The options of a sign-in that profiles and MCP servers save.
struct SavedOptions: Sendable, Hashable {
  var clientSecretFile: String?
  var scopes: [String] = []
  var redirectPort: Int?
  /// The path of the callback, or `nil` for the default.
  var callbackPath: String?
  /// The file of the certificate authorities to trust, or `nil` for those of the system.
  var trustRoot: String?
  var store = StoreChoice.system
  /// The key file for the encrypted sessions.
  var keyFile: String?
  /// The account names of earlier sign-ins.
  var accounts: [String] = []

  static var fields: [SavedField<SavedOptions>] {
    [
      .text("client_secret_file", \.clientSecretFile), .texts("scopes", \.scopes),
      .port("redirect_port", \.redirectPort), .text("callback_path", \.callbackPath),
      .text("trust_root", \.trustRoot), .choice("store", \.store, unless: .system), .text("key_file", \.keyFile),
      .texts("accounts", \.accounts),
    ]
  }
}

extension SavedOptions {
  /// Reads the client's secret from its file.
  func clientSecret() throws(ReportedFailure) -> Secret? {
    try clientSecretFile.map { file throws(ReportedFailure) in try SecretFile.read(file) }
  }

  /// Returns a loopback redirect with the registered port and path.
  ///
  /// - Parameter isPerIssuer: Whether each issuer has a separate callback URL, unless the user names one that is already
  ///   registered (RFC 9700 §4.4.2).
  func redirect(_ base: Redirect, isPerIssuer: Bool) -> Redirect {
    let registered = base.registered(port: redirectPort, path: callbackPath)
    return isPerIssuer && callbackPath == nil ? registered.perIssuer : registered
  }

  /// Lists the accounts of an earlier sign-in and, if it has a name, that of this one.
  mutating func keepAccounts(_ known: [String], and account: String?) {
    accounts = Set(known + [account].compactMap { $0 }).sorted()
  }
}

/// The store for sessions.
enum StoreChoice: String, Sendable, CaseIterable {
  /// The platform's store of secrets.
  case system
  /// Encrypted files, for machines without a secret store.
  case file
}
