import ArgumentParser
import AuthDescriptor
import AuthRuntime
import Foundation

/// `authctl sign-in`: uses the authorization code flow with PKCE, as an app does, or the flow for another device.
struct SignIn: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign-in",
    abstract: "Sign in with the browser, save the session, and print the verified claims.",
    discussion: """
      The provider is an ID of the catalog, a descriptor's path, a profile of an earlier sign-in, or --issuer for any \
      OpenID server. The session and the flags are saved as a profile, for authctl token, userinfo, status, and \
      sign-out. Exit status 0 means that everything was verified. Otherwise it's 1, and standard error explains the \
      failure and the recovery.
      """)

  @OptionGroup var target: TargetOptions

  @OptionGroup(title: "Keeping the session") var keeping: StoreOptions

  @Flag(help: "Sign in on another device, such as a phone, if this machine can't open a browser.")
  var device = false

  @Option(help: ArgumentHelp("The time limit for the browser.", valueName: "seconds"))
  var timeout = 300

  @Flag(help: "Print the URL instead of opening it.")
  var noBrowser = false

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
    guard (1...86_400).contains(timeout) else {
      throw ValidationError("--timeout must be a number of seconds between 1 and 86400.")
    }
  }

  func run() async throws {
    let book = try ProfileList.load()
    book.announce(to: .process)
    let plan = try SignInPlan(target, keeping, in: book)
    let session = plan.session
    let configuration = try session.profile.configuration()
    try plan.check(configuration)
    let addresses = try? session.client(configuration, store: MemoryCredentialStore(), isOnline: false).callbackURLs()
    let recorder = try recordExample.map { file in
      try NewFile.checkAbsence(of: file)
      return ExampleRecorder(try CommandTransport.make(trustRoot: session.profile.trustRoot), file: file)
    }
    let client = try session.client(
      configuration, store: try plan.store(creatingKey: keeping.createKey),
      browser: AnnouncingBrowser(opensBrowser: !noBrowser, callbackURLs: addresses), through: { recorder ?? $0 })
    if plan.keeps { try await plan.prepare(client) }
    let scopes = Set(session.profile.scopes + configuration.defaultScopes)
    do {
      let (user, isOnAnotherDevice) = try await user(of: client, session.profile, configuration)
      let report = try await report(of: client, user, configuration)
      if plan.keeps { try await plan.keepProfile(isOnAnotherDevice: isOnAnotherDevice) }
      StandardStream.output.print(json ? report.json() : report.text())
      // A failed refresh could end a session that is kept.
      if recorder != nil, !plan.keeps, report.credential.refreshToken != nil { await refresh(client) }
    } catch {
      // Also record responses that the client rejects.
      do { try await recorder?.write(known: scopes) } catch { StandardError.print(error.line) }
      throw error
    }
    if plan.keeps {
      StandardError.print("The session is saved. To print an access token, run authctl token \(session.arguments).")
    }
    try await recorder?.write(known: scopes)
  }

  /// Refreshes the tokens, so that the response is recorded. The new tokens aren't printed.
  private func refresh(_ client: AuthClient<DynamicProvider>) async {
    do {
      try await client.refresh()
    } catch {
      StandardError.print("The tokens couldn't be refreshed: \(ReportedFailure(error).line)")
    }
  }

  private func user(
    of client: AuthClient<DynamicProvider>, _ profile: Profile, _ configuration: ProviderConfiguration
  ) async throws(ReportedFailure) -> (DynamicProvider.User?, isOnAnotherDevice: Bool) {
    let scopes = profile.scopes.isEmpty ? configuration.scopes?.defaults ?? [] : profile.scopes
    var parameters = AuthorizationParameters()
    for (name, value) in profile.parameters.sorted(by: { $0.key < $1.key }) { parameters.set(name, value) }
    do throws(AuthFailure<AnyErrorCode>) {
      let unavailabilityReason = noBrowser || !Terminal.isInteractive ? nil : SystemBrowser().unavailabilityReason
      if device || unavailabilityReason != nil {
        do throws(AuthFailure<AnyErrorCode>) {
          let show: @Sendable (DeviceCode) async -> Void = { [device] code in
            if let unavailabilityReason, !device { DeviceNotice.explain(unavailabilityReason) }
            DeviceNotice.show(code)
          }
          guard configuration.identifiesUser else {
            _ = try await client.grantAccessOnAnotherDevice(scopes: scopes, parameters: parameters, show: show)
            return (nil, true)
          }
          return (try await client.signInOnAnotherDevice(scopes: scopes, parameters: parameters, show: show), true)
        } catch .configuration where !device {
          // The provider doesn't support this flow, or not with these parameters. The user can still open the page
          // elsewhere.
        }
      }
      guard configuration.identifiesUser else {
        _ = try await client.grantAccess(scopes: scopes, parameters: parameters, timeout: .seconds(timeout))
        return (nil, false)
      }
      return (try await client.signIn(scopes: scopes, parameters: parameters, timeout: .seconds(timeout)), false)
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

extension ProviderConfiguration {
  fileprivate var defaultScopes: [String] { scopes?.defaults ?? [] }
}

enum Terminal {
  /// Whether a person reads the output and can respond.
  static var isInteractive: Bool {
    StandardTerminal.allCases.allSatisfy(\.isPresent)
  }
}

/// The messages for the user's other device.
enum DeviceNotice {
  static func explain(_ unavailabilityReason: String) {
    StandardError.print(
      "Can't open a browser: \(unavailabilityReason). To print the URL instead, pass --no-browser.\n")
  }

  static func show(_ code: DeviceCode) {
    let page = code.verificationURI.absoluteString.plainText(limit: 2000)
    var text = "Open this page on any device:\n\n  \(page)\n\nand enter: \(code.userCode.plainText(limit: 100))\n"
    if let complete = code.completeVerificationURI?.absoluteString {
      text += "\nOr open this one, which includes the code:\n\n  \(complete.plainText(limit: 2000))\n"
    }
    StandardError.print(text + "\nThe code expires at \(TimeText.text(code.expiresAt)).")
  }
}
