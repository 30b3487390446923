import AuthRuntime

extension Profile {
  private static let ports = 8765...8769
  /// What `--signed-out-path` says if no address is registered.
  static let noReturn = "none"

  /// Where the browser returns to. An issuer of the command line may be any server, so it has its own callback URL, unless the
  /// user names one that is registered already (RFC 9700 §4.4.2).
  var redirect: Redirect {
    let shared = Redirect.loopback(
      ports: redirectPort.map { $0...$0 } ?? Self.ports, path: callbackPath ?? "/callback",
      signedOutPath: signedOutPath == Self.noReturn ? nil : signedOutPath ?? "/signed-out")
    return issuer != nil && callbackPath == nil ? shared.perIssuer : shared
  }

  /// The address that the browser returns to after sign-out; `nil` if it doesn't.
  var signedOutAddress: String? {
    guard signedOutPath != Self.noReturn else { return nil }
    return "http://127.0.0.1:\(redirectPort ?? Self.ports.lowerBound)\(signedOutPath ?? "/signed-out")"
  }
}

extension ProfileList {
  /// The redirect URIs of all profiles, because this process sees one issuer only.
  func announce(to registry: RedirectRegistry) {
    for profile in profiles.values {
      guard let issuer = profile.issuer ?? profile.provider else { continue }
      registry.note(profile.redirect, of: issuer)
    }
  }
}

/// What the user needs to know while the browser is open.
enum ReturnNotice {
  /// - Parameter addresses: The callback URLs, one for each port.
  static func show(_ addresses: [String]) {
    guard let first = addresses.first else { return }
    let others = addresses.count > 1 ? " (and the same with the ports up to \(addresses.count - 1) higher)" : ""
    StandardError.print(
      "The provider returns the browser to \(first.plainText(limit: 300))\(others). If it shows an error page instead, "
        + "register that address with the client, press Ctrl-C and sign in again.\n")
  }

  /// - Parameter address: Where the browser returns to after sign-out.
  static func showSignOut(_ address: String) {
    StandardError.print(
      "You are signed out here. The browser now ends the provider's session and returns to \(address). If it shows an "
        + "error page instead, press Ctrl-C: nothing else is pending. Register that address for sign-out, or name the "
        + "registered one with --signed-out-path PATH (with none, authctl doesn't wait for the browser).")
  }
}
