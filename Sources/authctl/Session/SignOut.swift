import ArgumentParser
import AuthDescriptor
import AuthRuntime

/// `authctl sign-out`: revokes the tokens, deletes the session, and ends the browser's session.
struct SignOut: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign-out",
    abstract: "Revoke the tokens if the provider supports it, and delete the session.",
    discussion: "The profile remains, so you can sign in again with authctl sign-in PROFILE.")

  @OptionGroup var which: SessionArguments

  @Flag(help: "Sign out of all accounts of the profile.")
  var all = false

  @Flag(help: "Don't end the browser's session with the provider.")
  var keepBrowser = false

  @Flag(help: "Only print the URL that ends the browser's session. It may contain the ID token.")
  var noBrowser = false

  @Option(
    help: ArgumentHelp(
      "The registered path to return to after sign-out, or none. The default is the profile's.", valueName: "path"
    ))
  var signedOutPath: String?

  @Option(help: ArgumentHelp("The time limit for the browser.", valueName: "seconds"))
  var timeout = 60

  func validate() throws {
    try CallbackPath.check(signedOutPath, "--signed-out-path", also: Profile.noReturn)
    guard !all || which.account == nil else { throw ValidationError("Use either --all or --account.") }
    guard (1...3600).contains(timeout) else {
      throw ValidationError("--timeout must be a number of seconds between 1 and 3600.")
    }
  }

  func run() async throws {
    let session = try session()
    var configuration = try session.profile.configuration()
    if keepBrowser || session.profile.isOnAnotherDevice { configuration.logout.style = .none }
    var first: ReportedFailure?
    for account in all ? [nil] + session.profile.accounts : [session.account] {
      let one = CommandSession(name: session.name, account: account, profile: session.profile)
      do { try await signOut(one, configuration) } catch {
        if first != nil { StandardError.print("authctl: \(error.line)") }
        first = first ?? error
      }
    }
    if let first { throw first }
  }

  /// The session with these options applied.
  private func session() throws(ReportedFailure) -> CommandSession {
    let known = try which.session()
    var profile = known.profile
    profile.signedOutPath = signedOutPath ?? profile.signedOutPath
    return CommandSession(name: known.name, account: known.account, profile: profile)
  }

  private func signOut(
    _ requested: CommandSession, _ configuration: ProviderConfiguration
  ) async throws(ReportedFailure) {
    let client = try requested.client(configuration)
    let isSignedIn = try await requested.isSignedIn { () async throws(AuthFailure<AnyErrorCode>) in
      try await client.credential()
    }
    guard isSignedIn else {
      return StandardStream.output.print("Not signed in to \(requested.arguments).")
    }
    let session = await returning(requested, configuration)
    try await end(session, configuration)
    StandardStream.output.print("Signed out of \(session.arguments).")
  }

  /// Revokes the tokens, deletes the session, and opens the provider's page.
  private func end(_ session: CommandSession, _ configuration: ProviderConfiguration) async throws(ReportedFailure) {
    let client = try session.client(configuration, browser: browser(for: session.profile, configuration))
    do throws(AuthFailure<AnyErrorCode>) {
      try await client.signOut(timeout: .seconds(timeout))
    } catch .configuration(.missingEndpoint) {
      StandardError.print("(the provider can't end the browser's session, so that session continues)")
    } catch .browser(let failure) {
      let failure = AuthFailure<AnyErrorCode>.browser(failure)
      StandardError.print("(the browser's session with the provider continues: \(failure))")
    } catch .store(let failure) {
      guard failure == .corrupt, await isGone(session) else { throw ReportedFailure(.store(failure)) }
      StandardError.print("(the stored session couldn't be read, so no token was revoked)")
    } catch {
      throw ReportedFailure(
        line: "\(error) (\(session.arguments) is signed out here, but the provider may not know it)")
    }
  }

  private func browser(for profile: Profile, _ configuration: ProviderConfiguration) -> SignOutBrowser {
    // The page's URL may contain the ID token, so it isn't printed unless necessary.
    let opener: any Browser = noBrowser ? AnnouncingBrowser(opensBrowser: false) : SystemBrowser()
    return SignOutBrowser(opener: opener, returnAddress: profile.signedOutAddress(at: configuration))
  }

  /// The session, changed not to return to its URL if the provider rejects that URL. The provider's error page would
  /// keep the browser.
  private func returning(_ session: CommandSession, _ configuration: ProviderConfiguration) async -> CommandSession {
    guard configuration.logout.style != .none, let address = session.profile.signedOutAddress(at: configuration),
      await SignOutProbe(session: session, configuration: configuration).isRejected(address)
    else { return session }
    StandardError.print(
      "The provider rejects \(address) as the URL to return to after sign-out. Register it with the client, or pass the "
        + "registered path with --signed-out-path PATH. authctl doesn't wait for the browser now.")
    var profile = session.profile
    profile.signedOutPath = Profile.noReturn
    return CommandSession(name: session.name, account: session.account, profile: profile)
  }

  private func isGone(_ session: CommandSession) async -> Bool {
    do { return try await session.stored() == nil } catch { return false }
  }
}
