import ArgumentParser
import AuthDescriptor
import AuthRuntime

/// `authctl sign-in`: uses the authorization code flow with PKCE, as an app does, or the flow for another device.
struct SignIn: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign-in",
    abstract: "Sign in with the browser, save the session, and print the verified claims.",
    discussion: """
      Pass an ID of the catalog, a descriptor's path, a profile of an earlier sign-in, or --issuer for any OpenID \
      Connect server. The session and the flags are saved as a profile, for authctl token, userinfo, status, and \
      sign-out. Exit status 0 means that everything was verified. Otherwise, it's 1, and standard error explains the \
      failure and the recovery.
      """)

  @OptionGroup var target: TargetOptions

  @OptionGroup(title: "Keeping the session") var keeping: KeepingOptions

  @Flag(help: "Sign in on another device, such as a phone, if this machine can't open a browser.")
  var device = false

  @OptionGroup var browsing: BrowserOptions

  @Flag(help: "Print JSON.")
  var json = false

  @Flag(help: "Also print the tokens, which are secrets.")
  var showTokens = false

  @Option(
    help: ArgumentHelp(
      "Write the responses to a new file as 'examples' of a descriptor, without secrets and personal data. Read it before you publish it.",
      valueName: "file"))
  var recordExample: String?

  func validate() throws {
    guard target.provider != nil || target.issuer != nil || keeping.profile != nil else {
      throw ValidationError("Pass either a provider or --issuer.")
    }
  }

  func run() async throws {
    let plan = try plan()
    let profile = plan.session.profile
    let configuration = try profile.configuration()
    try plan.check(configuration)
    let recorder = try recorder(for: profile)
    let client = try client(of: plan, configuration, recorder)
    if plan.keeps { try await plan.prepare(client) }
    let scopes = Set(profile.scopes + configuration.defaultScopes)
    do {
      try await signIn(client, plan, configuration)
    } catch {
      // Also record responses that the client rejects.
      do { try await recorder?.write(known: scopes) } catch { StandardError.print(error.line) }
      throw error
    }
    if plan.keeps {
      StandardError.print(
        "The session is saved. To print an access token, run authctl token \(plan.session.arguments).")
    }
    try await recorder?.write(known: scopes)
  }

  private func plan() throws(ReportedFailure) -> SignInPlan {
    let list = try ProfileList.load()
    list.announce(to: .process)
    return try SignInPlan(target, keeping, in: list)
  }

  private func recorder(for profile: Profile) throws(ReportedFailure) -> ExampleRecorder? {
    guard let recordExample else { return nil }
    try NewFile.checkAbsence(of: recordExample)
    return ExampleRecorder(try CommandTransport.make(trustRoot: profile.trustRoot), file: recordExample)
  }

  private func client(
    of plan: SignInPlan, _ configuration: ProviderConfiguration, _ recorder: ExampleRecorder?
  ) throws(ReportedFailure) -> AuthClient<DynamicProvider> {
    let offline = try? plan.session.client(configuration, store: MemoryCredentialStore(), isOnline: false)
    let browser = AnnouncingBrowser(opensBrowser: !browsing.noBrowser, callbackURLs: try? offline?.callbackURLs())
    let store = try plan.store(creatingKey: keeping.storing.createKey)
    return try plan.session.client(configuration, store: store, browser: browser, through: { recorder ?? $0 })
  }

  /// Signs the user in, saves the profile, and prints the report.
  private func signIn(
    _ client: AuthClient<DynamicProvider>, _ plan: SignInPlan, _ configuration: ProviderConfiguration
  ) async throws(ReportedFailure) {
    let request = SignInRequest(client, plan.session.profile, configuration)
    let (user, isOnAnotherDevice) = try await user(of: request)
    let report = try await report(of: client, user, configuration)
    if plan.keeps { try await plan.keepProfile(isOnAnotherDevice: isOnAnotherDevice) }
    StandardStream.output.print(json ? report.json() : report.text())
    // A failed refresh could end a session that is kept.
    if recordExample != nil, !plan.keeps, report.credential.refreshToken != nil { await refresh(client) }
  }

  /// Refreshes the tokens, so that the response is recorded. The new tokens aren't printed.
  private func refresh(_ client: AuthClient<DynamicProvider>) async {
    do {
      try await client.refresh()
    } catch {
      StandardError.print("The tokens couldn't be refreshed: \(ReportedFailure(error).line)")
    }
  }

  /// Signs the user in on another device if the user wants that, or if this machine can't open a browser.
  private func user(
    of request: SignInRequest
  ) async throws(ReportedFailure) -> (DynamicProvider.User?, isOnAnotherDevice: Bool) {
    let canAsk = !browsing.noBrowser && Terminal.isInteractive
    let unavailabilityReason = canAsk ? SystemBrowser().unavailabilityReason : nil
    do throws(AuthFailure<AnyErrorCode>) {
      guard device || unavailabilityReason != nil else {
        return (try await request.inBrowser(within: browsing.timeLimit), false)
      }
      do throws(AuthFailure<AnyErrorCode>) {
        let user = try await request.onAnotherDevice { [device] code in
          if let unavailabilityReason, !device { DeviceNotice.explain(unavailabilityReason) }
          DeviceNotice.show(code)
        }
        return (user, true)
      } catch .configuration where !device {
        // The provider doesn't support this flow, or not with these parameters. The user can still open the page
        // elsewhere.
        return (try await request.inBrowser(within: browsing.timeLimit), false)
      }
    } catch {
      throw ReportedFailure(error)
    }
  }

  private func report(
    of client: AuthClient<DynamicProvider>, _ user: DynamicProvider.User?, _ configuration: ProviderConfiguration
  ) async throws(ReportedFailure) -> SignInReport {
    do throws(AuthFailure<AnyErrorCode>) {
      guard let credential = try await client.credential() else { throw .notSignedIn }
      return SignInReport(provider: configuration.name, user: user, credential: credential, showsTokens: showTokens)
    } catch {
      throw ReportedFailure(error)
    }
  }
}
