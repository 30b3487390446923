import AuthRuntime
import AuthTesting
import Foundation

/// Tests the code of the article "Sign in on Android", with a simulated user instead of the activity.
@main struct Main {
  static func main() async throws {
    let checks = Checks()
    try await checks.checkSignIns()
    await checks.checkKey()
    let failed = await checks.failed
    print("\(await checks.passed) checks passed, \(failed) failed")
    exit(failed == 0 ? 0 : 1)
  }
}

actor Checks {
  private(set) var passed = 0
  private(set) var failed = 0

  private func check(_ isTrue: Bool, _ name: String) {
    if isTrue { passed += 1 } else { failed += 1 }
    print(isTrue ? "ok \(name)" : "FAILED \(name)")
  }

  private enum Outcome { case signedIn, cancelled, failed }

  nonisolated func checkSignIns() async throws {
    try await ScriptedProvider.run(as: Auth0.self) { provider in try await checkSignIns(at: provider) }
  }

  private func checkSignIns(at provider: ScriptedProvider) async throws {
    let tabs = CustomTabs()
    let callback = "https://acme.com/android/callback"
    let client = provider.client(
      Auth0.self, redirect: .url(callback), environment: AuthEnvironment(browser: tabs))
    func signIn() -> Task<Outcome, Never> {
      Task {
        do throws(Auth0.Failure) { _ = try await client.signIn(scopes: [.openid]) } catch {
          if case .cancelled = error { return .cancelled }
          return .failed
        }
        return .signedIn
      }
    }
    func handle(_ text: String?) async -> Bool {
      guard let url = text.flatMap({ URL(string: $0) }) else { return false }
      return (try? await client.handle(url)) != nil
    }

    var trip = signIn()
    guard let page = await tabs.nextPage() else { return check(false, "there is a page") }
    check(await !handle(callback + "?code=c&state=other"), "a false callback isn't the response")
    let transport = AuthEnvironment.platformTransport
    let (_, response) = try await transport.send(HTTPRequest(url: page))
    check(await handle(response.headerFields[.location]), "the response arrives, and the false one did no harm")
    check(await trip.value == .signedIn, "the user is signed in")

    trip = signIn()
    _ = await tabs.nextPage()
    await tabs.close()
    check(await trip.value == .cancelled, "closing the page cancels the sign-in")

    trip = signIn()
    _ = await tabs.nextPage()
    trip.cancel()
    check(await trip.value == .cancelled, "canceling the task ends the sign-in")
    check(await !handle(response.headerFields[.location]), "a callback without a sign-in isn't a response")
  }

  func checkKey() async {
    let folder = NSTemporaryDirectory() + "sessions-\(UUID())"
    check(AcmeAuth(folder: folder, key: [1, 2, 3]) == nil, "a key has 32 bytes")
    let auth = AcmeAuth(folder: folder, key: [UInt8](repeating: 7, count: 32))
    check((try? await auth?.isSignedIn()) == false, "a new installation starts without a session")
    check(await auth?.handle(callback: "https://acme.com/android/callback?code=c&state=s") == false, "a new process")
  }
}
