import ArgumentParser
import AuthDescriptor
import AuthRuntime

/// `authctl sign-out`: tokens revoked, the session forgotten, the browser's session ended.
struct SignOut: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign-out",
    abstract: "Revokes the tokens where the provider can, and forgets the session.",
    discussion: "The profile stays, so that authctl sign-in PROFILE is enough next time.")

  @OptionGroup var which: SessionArguments

  @Flag(help: "All accounts of the profile.")
  var all = false

  @Flag(help: "Leave the browser's session at the provider as it is.")
  var keepBrowser = false

  @Flag(help: "Only print the URL that ends the browser's session. It may hold the ID token.")
  var noBrowser = false

  @Option(
    help: ArgumentHelp(
      "The path that is registered for the return from sign-out, or none. Without it: the profile's.", valueName: "path"
    ))
  var signedOutPath: String?

  @Option(help: ArgumentHelp("How long the browser may take.", valueName: "seconds"))
  var timeout = 60

  func validate() throws {
    try CallbackPath.check(signedOutPath, "--signed-out-path", also: Profile.noReturn)
    guard !all || which.account == nil else { throw ValidationError("Name --all or --account, and not both.") }
    guard (1...3600).contains(timeout) else {
      throw ValidationError("--timeout must be a number of seconds between 1 and 3600.")
    }
  }

  func run() async throws {
    let known = try which.session()
    var profile = known.profile
    profile.signedOutPath = signedOutPath ?? profile.signedOutPath
    let session = CommandSession(name: known.name, account: known.account, profile: profile)
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

  private func signOut(
    _ asked: CommandSession, _ configuration: ProviderConfiguration
  ) async throws(ReportedFailure) {
    guard try await isSignedIn(asked, configuration) else {
      return StandardStream.output.print("Nobody is signed in at \(asked.arguments).")
    }
    let session = await returning(asked, configuration)
    // The page's address may hold the ID token, which is not shown without need.
    let opener: any Browser = noBrowser ? AnnouncingBrowser(opensBrowser: false) : SystemBrowser()
    let browser = SignOutBrowser(opener: opener, returnAddress: session.profile.signedOutAddress)
    let client = try session.client(configuration, browser: browser)
    do throws(AuthFailure<AnyErrorCode>) {
      try await client.signOut(timeout: .seconds(timeout))
    } catch .configuration(.missingEndpoint) {
      StandardError.print("(the provider has no page that ends the browser's session, which stays as it is)")
    } catch .browser(let failure) {
      let failure = AuthFailure<AnyErrorCode>.browser(failure)
      StandardError.print("(the browser's session at the provider stays as it is: \(failure))")
    } catch .store(let failure) {
      guard failure == .corrupt, await isGone(session) else { throw ReportedFailure(.store(failure)) }
      StandardError.print("(what was kept could not be read, so no token could be revoked)")
    } catch {
      throw ReportedFailure(
        line: "\(error) (nobody is signed in at \(session.arguments) any more here; the provider may not know it)")
    }
    StandardStream.output.print("Signed out of \(session.arguments).")
  }

  /// Whether there is a session to end. One that can't be read is removed all the same.
  private func isSignedIn(
    _ session: CommandSession, _ configuration: ProviderConfiguration
  ) async throws(ReportedFailure) -> Bool {
    let client = try session.client(configuration)
    do throws(AuthFailure<AnyErrorCode>) { return try await client.credential() != nil } catch .store(.corrupt) {
      return true
    } catch {
      throw session.report(error)
    }
  }

  /// The same session, without a return if the provider rejects the address: its error page would keep the browser.
  private func returning(_ session: CommandSession, _ configuration: ProviderConfiguration) async -> CommandSession {
    guard configuration.logout.style != .none, let address = session.profile.signedOutAddress,
      await SignOutProbe(session: session, configuration: configuration).isRejected(address)
    else { return session }
    StandardError.print(
      "The provider rejects \(address) as the address to return to after sign-out. Register it with the client, or name the "
        + "registered one with --signed-out-path PATH. authctl doesn't wait for the browser now.")
    var profile = session.profile
    profile.signedOutPath = Profile.noReturn
    return CommandSession(name: session.name, account: session.account, profile: profile)
  }

  private func isGone(_ session: CommandSession) async -> Bool {
    do { return try await session.stored() == nil } catch { return false }
  }
}
