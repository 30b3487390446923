import AuthRuntime
import AuthTesting
import Combine
import Foundation
import ReferenceClients

/// Tests `AuthModel` with a scripted provider.
@main struct Main {
  @MainActor static func main() async throws {
    let checks = Checks()
    let provider = try await ScriptedProvider.start(as: Auth0.configuration, script: .init())
    try await checks.session(at: provider)
    try await checks.grant()
    try await checks.failures(at: provider)
    await checks.interruptions(at: provider)
    await checks.configuration()
    await provider.stop()
    print("\(checks.passed) checks passed, \(checks.failed) failed")
    exit(checks.failed == 0 ? 0 : 1)
  }
}

/// A sign-in page that the user closes.
private struct ClosedPage: CallbackBrowser {
  func open(_ url: URL, returningTo address: URL) async throws(BrowserFailure) -> URL? { nil }
}

/// A sign-in page that stays open until the sign-in is canceled. `opened` has an element for each time that it opens.
private struct OpenPage: Browser {
  let opened: AsyncStream<Void>
  private let report: AsyncStream<Void>.Continuation

  init() {
    (opened, report) = AsyncStream.makeStream()
  }

  func open(_ url: URL) async throws(BrowserFailure) {
    report.yield()
    for await _ in AsyncStream<Void>.makeStream().stream {}
  }
}

@MainActor final class Checks {
  private(set) var passed = 0
  private(set) var failed = 0

  private func check(_ isTrue: Bool, _ name: String) {
    if isTrue { passed += 1 } else { failed += 1 }
    print(isTrue ? "ok \(name)" : "FAILED \(name)")
  }

  /// Waits until a model reaches a state. If it never does, the time limit of the whole program ends the check.
  private func wait(until isReached: () -> Bool) async {
    while !isReached() { await Changes.next() }
  }

  func session(at provider: ScriptedProvider) async throws {
    let environment = AuthEnvironment(browser: FollowingBrowser(), store: MemoryCredentialStore()).withOwnRedirects
    let client = provider.client(Auth0.self, environment: environment)
    let other = provider.client(Auth0.self, environment: environment)
    var model: AuthModel<Auth0>? = AuthModel(client)
    check(model?.state == .unknown, "the state is unknown before the store is read")
    await wait { model?.state == .signedOut }
    await model?.signIn { try await $0.signIn() }
    check(model?.user != nil && model?.error == nil, "a sign-in through the model")

    _ = try await other.user()
    try await other.signOut()
    check(model?.user != nil, "another process changes nothing yet")
    await model?.refreshState()
    check(model?.state == .signedOut, "a sign-out in another process, after the scene became active")
    _ = try await other.signIn()
    await model?.refreshState()
    check(model?.user != nil, "a sign-in in another process, after the scene became active")

    try await client.signOut()
    await wait { model?.state == .signedOut }
    _ = try await client.signIn()
    await wait { model?.user != nil }
    check(true, "a sign-out and a sign-in through a copy of the client")
    await model?.signOut()
    check(model?.state == .signedOut && model?.error == nil, "a sign-out through the model")

    weak let released = model
    model = nil
    check(released == nil, "nothing keeps the model")
  }

  func grant() async throws {
    let provider = try await ScriptedProvider.start(as: APIOnly.configuration, script: .init())
    let environment = AuthEnvironment(browser: FollowingBrowser(), store: MemoryCredentialStore()).withOwnRedirects
    let client = provider.client(APIOnly.self, environment: environment)
    let other = provider.client(APIOnly.self, environment: environment)
    let model = AuthModel(client)
    await wait { model.state == .signedOut }
    await model.signIn { try await $0.authorize() }
    let grant = try await client.grant()
    check(model.grant != nil && model.grant == grant && model.error == nil, "a grant of access through the model")
    try await other.revokeTokens()
    await model.refreshState()
    check(model.state == .signedOut, "a grant that another process ended, after the scene became active")
    await model.signIn { try await $0.authorize() }
    await model.signOut { try await $0.revokeTokens() }
    check(model.grant == nil && model.state == .signedOut, "a revoked grant")
    await provider.stop()
  }

  func failures(at provider: ScriptedProvider) async throws {
    let environment = AuthEnvironment(browser: FollowingBrowser()).withOwnRedirects
    let model = AuthModel(provider.client(Auth0.self, environment: environment))
    await wait { model.state == .signedOut }
    await provider.inject(.denial, times: 1)
    await model.signIn { try await $0.signIn() }
    check(model.failure?.caseName == "accessDenied" && model.state == .signedOut, "a denied sign-in")
    await model.refreshState()
    check(model.failure?.caseName == "accessDenied", "the error stays when the scene becomes active")
    await model.signIn { try await $0.signIn() }
    check(model.error == nil && model.user != nil, "the next sign-in removes the error")
    struct Foreign: Error {}
    await model.signOut { _ in throw Foreign() }
    check(model.error is Foreign && model.failure == nil, "an error of the app's own")
  }

  func interruptions(at provider: ScriptedProvider) async {
    let closed = AuthModel(
      provider.client(
        Auth0.self, redirect: .url("com.acme.app:/cb"),
        environment: AuthEnvironment(browser: ClosedPage()).withOwnRedirects))
    // A read that began later than that of the failed sign-in may still be running.
    await wait { closed.state == .signedOut }
    await closed.signIn { try await $0.signIn() }
    check(closed.error == nil && closed.state == .signedOut, "a page that the user closes")

    let page = OpenPage()
    var opened = page.opened.makeAsyncIterator()
    let model = AuthModel(provider.client(Auth0.self, environment: AuthEnvironment(browser: page).withOwnRedirects))
    await wait { model.state == .signedOut }
    let canceled = Task { await model.signIn { try await $0.signIn() } }
    _ = await opened.next()
    check(model.state == .signingIn, "a sign-in whose page is open")
    canceled.cancel()
    await canceled.value
    check(model.state == .signedOut && model.error == nil, "a canceled task")

    let older = Task { await model.signIn { try await $0.signIn() } }
    // The client decides which sign-in is newer.
    _ = await opened.next()
    let newer = Task { await model.signIn { try await $0.signIn() } }
    await older.value
    check(model.state == .signingIn && model.error == nil, "a newer sign-in replaces an older one")
    newer.cancel()
    await newer.value
    check(model.state == .signedOut && model.error == nil, "and ends like any other")
  }

  func configuration() async {
    let model = AuthModel(Auth0.Client(domain: "a b/", clientID: "", redirect: .url("x y")))
    await wait { model.error != nil }
    check(model.state == .unknown && model.failure != nil, "a client with an invalid configuration")
  }
}
