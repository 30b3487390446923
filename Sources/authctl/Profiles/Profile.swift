import AuthDescriptor
import AuthRuntime

/// What a sign-in needs, so that nobody types it twice. Never a secret: only where one is kept.
struct Profile: Sendable, Hashable {
  /// An id of the catalog, or a descriptor's absolute path; `nil` with ``issuer``.
  var provider: String?
  /// A server that is known by discovery alone.
  var issuer: String?
  var clientID = ""
  var clientSecretFile: String?
  var variables: [String: String] = [:]
  /// A secret one as `@` and the path of its file.
  var settings: [String: String] = [:]
  var scopes: [String] = []
  var parameters: [String: String] = [:]
  var redirectPort: Int?
  /// The path of the callback; `nil` for the usual one.
  var callbackPath: String?
  /// The path that the browser returns to after sign-out; `none` if no such address is registered, `nil` for the usual one.
  var signedOutPath: String?
  var trustRoot: String?
  var store = StoreChoice.system
  /// The key of the encrypted files.
  var keyFile: String?
  /// The accounts beside the nameless one that somebody has signed in to.
  var accounts: [String] = []
  /// The user signs in on another device, so no browser here has a session.
  var isOnAnotherDevice = false

  /// The provider or the issuer, as the user named it.
  var target: String { provider ?? issuer ?? "" }

  /// Whether a session of the other profile would not be found under this one.
  func isElsewhere(than other: Profile) -> Bool {
    (provider, issuer, clientID) != (other.provider, other.issuer, other.clientID) || variables != other.variables
      || store != other.store || keyFile != other.keyFile
  }

  /// The run-time configuration.
  ///
  /// - Throws: ``ReportedFailure`` with a descriptor's first mistake.
  func configuration() throws(ReportedFailure) -> ProviderConfiguration {
    try SignInTarget(provider: provider, issuer: issuer).configuration(parameters: parameters.keys.sorted())
  }

  /// What a descriptor's settings are, read from their files.
  func secretSettings() throws(ReportedFailure) -> [String: Secret] {
    var secrets: [String: Secret] = [:]
    for (name, value) in settings {
      secrets[name] = value.hasPrefix("@") ? try SecretFile.read(String(value.dropFirst())) : Secret(value)
    }
    return secrets
  }
}

/// Where sessions are kept.
enum StoreChoice: String, Sendable, CaseIterable {
  /// The platform's store of secrets.
  case system
  /// Encrypted files, for machines without one.
  case file
}

/// Names of profiles and of accounts.
enum SessionName {
  /// - Throws: ``ReportedFailure`` for a name that a shell, a file or a list would not carry safely.
  static func check(_ name: String, as what: String, also: String = "") throws(ReportedFailure) {
    let isAllowed = name.unicodeScalars.allSatisfy { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".": true
      default: also.unicodeScalars.contains(scalar)
      }
    }
    guard isAllowed, (1...64).contains(name.utf8.count), let first = name.first, first != "-", first != "." else {
      let marks = (["-", "_", "."] + also.map(String.init)).joined(separator: " ")
      throw ReportedFailure(
        line: "invalidName: \(name.shown(limit: 80)) is no \(what)'s name (use 1 to 64 letters, digits and \(marks))")
    }
  }
}
