import AuthRuntime

extension Profile {
  /// The value of `--signed-out-path` if no URL is registered.
  static let noReturn = "none"

  /// The redirect of the sign-in. An issuer from the command line can be any server, so it has a separate callback URL.
  var redirect: Redirect {
    let base =
      signedOutPath == Self.noReturn
      ? Redirect.loopback(signedOutPath: nil) : Redirect.loopback().registered(signedOutPath: signedOutPath)
    return options.redirect(base, isPerIssuer: issuer != nil)
  }

  /// The URL that the browser returns to after sign-out if the first port is free, or `nil` if it doesn't return.
  func signedOutAddress(at provider: ProviderConfiguration) -> String? {
    redirect.signedOutURLs(at: provider).first
  }
}

extension ProfileList {
  /// The redirect URIs of all profiles. They're needed because this process sees only one issuer.
  func announce(to registry: RedirectRegistry) {
    for profile in profiles.values {
      guard let issuer = profile.issuer ?? profile.provider else { continue }
      registry.note(profile.redirect, of: issuer)
    }
  }
}

/// Messages for the user while the browser is open.
enum ReturnNotice {
  /// - Parameter addresses: The callback URLs, one for each port.
  static func show(_ addresses: [String]) {
    guard let first = addresses.first else { return }
    let others = addresses.count > 1 ? " (and the same with the ports up to \(addresses.count - 1) higher)" : ""
    StandardError.print(
      "The provider returns the browser to \(first.plainText(limit: 300))\(others). If it shows an error page instead, "
        + "register that URL with the client, press Ctrl-C, and sign in again.\n")
  }

  /// - Parameter address: The URL that the browser returns to after sign-out.
  static func showSignOut(_ address: String) {
    StandardError.print(
      "You are signed out here. The browser now ends the provider's session and returns to \(address). If it shows an "
        + "error page instead, press Ctrl-C. Nothing else is pending. Register that URL for sign-out, or pass the "
        + "registered path with --signed-out-path PATH (with none, authctl doesn't wait for the browser).")
  }
}
