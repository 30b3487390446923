import AuthDescriptor
import AuthRuntime

/// The saved options of a sign-in at a provider.
struct Profile: SavedEntry {
  /// The provider's ID in the catalog or the descriptor's absolute path, or `nil` if ``issuer`` is set.
  var provider: String?
  /// The issuer of a server that is known only by discovery.
  var issuer: String?
  /// The client ID, or an empty string if the client registers itself.
  var clientID = ""
  /// The file with the private key of a client that authenticates with it.
  var clientKey: String?
  /// The ID of a key that is in PEM.
  var clientKeyID: String?
  /// The file with the certificate of a client that authenticates with it, and with its private key.
  var clientCertificate: String?
  var variables: [String: String] = [:]
  /// The settings. A secret is represented by `@` and the path of its file.
  var settings: [String: String] = [:]
  var parameters: [String: String] = [:]
  /// The path that the browser returns to after sign-out: `none` if no URL is registered, `nil` for the default.
  var signedOutPath: String?
  /// Whether the user signs in on another device, so that no browser here has a session.
  var isOnAnotherDevice = false
  var options = SavedOptions()

  /// The provider or the issuer, as the user entered it.
  var target: String { provider ?? issuer ?? "" }

  /// Whether this profile wouldn't find a session of the other profile.
  func isElsewhere(than other: Profile) -> Bool {
    (provider, issuer, clientID) != (other.provider, other.issuer, other.clientID) || variables != other.variables
      || options.store != other.store || options.keyFile != other.keyFile
  }

  /// The run-time configuration.
  ///
  /// - Throws: ``ReportedFailure`` with the descriptor's first error.
  func configuration() throws(ReportedFailure) -> ProviderConfiguration {
    var configuration = try SignInTarget(provider: provider, issuer: issuer)
      .configuration(parameters: parameters.keys.sorted())
    // Without an ID, a client of any server registers itself.
    if issuer != nil, clientID.isEmpty { configuration.client.registration = .dynamic }
    return configuration
  }

  /// The values of a descriptor's settings, read from their files.
  func secretSettings() throws(ReportedFailure) -> [String: Secret] {
    var secrets: [String: Secret] = [:]
    for (name, value) in settings {
      secrets[name] = value.hasPrefix("@") ? try SecretFile.read(String(value.dropFirst())) : Secret(value)
    }
    return secrets
  }
}

/// The names of profiles and accounts.
enum SessionName {
  /// - Throws: ``ReportedFailure`` if the name isn't safe in a shell, file, or list.
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
        line: "invalidName: \(name.shown(limit: 80)) isn't a valid \(what) name (use 1 to 64 letters, digits, "
          + "and \(marks))")
    }
  }
}
