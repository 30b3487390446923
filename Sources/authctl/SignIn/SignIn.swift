import ArgumentParser
import AuthDescriptor
import AuthRuntime
import Foundation

/// `authctl sign-in`: the authorization-code flow with PKCE, as an app would do it, or the one for another device.
struct SignIn: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign-in",
    abstract: "Signs in with the browser, keeps the session, and prints what the verified ID token says.",
    discussion: """
      The provider is an id of the catalog, a descriptor's path, a profile of an earlier sign-in, or --issuer for any \
      OpenID server. The session and the flags are kept as a profile, for authctl token, userinfo, status and sign-out. \
      Exit status 0 means that everything was verified; otherwise it is 1, and standard error says what failed and what \
      helps.
      """)

  @OptionGroup var target: TargetOptions

  @OptionGroup(title: "Keeping the session") var keeping: StoreOptions

  @Flag(help: "Sign in on another device, such as a phone, where this machine has no browser.")
  var device = false

  @Option(help: ArgumentHelp("How long you may take in the browser.", valueName: "seconds"))
  var timeout = 300

  @Flag(help: "Only print the URL.")
  var noBrowser = false

  @Flag(help: "Print JSON.")
  var json = false

  @Flag(help: "Print the tokens too. They are secrets.")
  var showTokens = false

  func validate() throws {
    guard target.provider != nil || target.issuer != nil || keeping.profile != nil else {
      throw ValidationError("Name a provider, or --issuer, and not both.")
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
    let client = try session.client(
      configuration, store: try plan.store(creatingKey: keeping.createKey),
      browser: AnnouncingBrowser(opensBrowser: !noBrowser, callbackURLs: addresses))
    if plan.keeps { try await plan.prepare(client) }
    let (user, isOnAnotherDevice) = try await user(of: client, session.profile, configuration)
    let report = try await report(of: client, user, configuration)
    if plan.keeps { try await plan.keepProfile(isOnAnotherDevice: isOnAnotherDevice) }
    StandardStream.output.print(json ? report.json() : report.text())
    guard plan.keeps else { return }
    StandardError.print("The session is kept: authctl token \(session.arguments) prints an access token.")
  }

  private func user(
    of client: AuthClient<DynamicProvider>, _ profile: Profile, _ configuration: ProviderConfiguration
  ) async throws(ReportedFailure) -> (DynamicProvider.User, isOnAnotherDevice: Bool) {
    let scopes = profile.scopes.isEmpty ? configuration.scopes?.defaults ?? [] : profile.scopes
    var parameters = AuthorizationParameters()
    for (name, value) in profile.parameters.sorted(by: { $0.key < $1.key }) { parameters.set(name, value) }
    do throws(AuthFailure<AnyErrorCode>) {
      let unavailabilityReason = noBrowser || !Terminal.isInteractive ? nil : SystemBrowser().unavailabilityReason
      if device || unavailabilityReason != nil {
        do throws(AuthFailure<AnyErrorCode>) {
          let user = try await client.signInOnAnotherDevice(scopes: scopes, parameters: parameters) { code in
            if let unavailabilityReason, !device { DeviceNotice.explain(unavailabilityReason) }
            DeviceNotice.show(code)
          }
          return (user, true)
        } catch .configuration where !device {
          // The provider has no such flow, or not with these parameters; the user may still open the page elsewhere.
        }
      }
      return (try await client.signIn(scopes: scopes, parameters: parameters, timeout: .seconds(timeout)), false)
    } catch {
      throw ReportedFailure(error)
    }
  }

  private func report(
    of client: AuthClient<DynamicProvider>, _ user: DynamicProvider.User, _ configuration: ProviderConfiguration
  ) async throws(ReportedFailure) -> SignInReport {
    do throws(AuthFailure<AnyErrorCode>) {
      guard let credential = try await client.credential() else { throw .notSignedIn }
      return SignInReport(provider: configuration.name, user: user, credential: credential, showsTokens: showTokens)
    } catch {
      throw ReportedFailure(error)
    }
  }
}

enum Terminal {
  /// Whether somebody reads what is printed, and can answer.
  static var isInteractive: Bool {
    StandardTerminal.allCases.allSatisfy(\.isPresent)
  }
}

/// What the user needs on the other device.
enum DeviceNotice {
  static func explain(_ unavailabilityReason: String) {
    StandardError.print(
      "No browser can be opened: \(unavailabilityReason). --no-browser prints the page's address all the same.\n")
  }

  static func show(_ code: DeviceCode) {
    let page = code.verificationURI.absoluteString.plainText(limit: 2000)
    var text = "Open this page on any device:\n\n  \(page)\n\nand type in: \(code.userCode.plainText(limit: 100))\n"
    if let complete = code.completeVerificationURI?.absoluteString {
      text += "\nOr open this one, which knows the code:\n\n  \(complete.plainText(limit: 2000))\n"
    }
    StandardError.print(text + "\nThe code is good until \(TimeText.text(code.expiresAt)).")
  }
}
