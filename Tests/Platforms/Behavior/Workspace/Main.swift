import AppKit
import AuthTesting
import Foundation
import ReferenceClients

@testable import AuthRuntime

/// Tests `SystemBrowser` as on macOS, with a simulated workspace and processes that start nothing.
@main struct Main {
  static func main() async throws {
    let checks = Checks()
    await checks.checkOrder()
    // A sign-in without a page would wait for a long time.
    if checks.failed == 0 { try await checks.checkSignIn() }
    print("\(checks.passed) checks passed, \(checks.failed) failed")
    exit(checks.failed == 0 ? 0 : 1)
  }
}

final class Checks: Sendable {
  private let counts = Guarded((passed: 0, failed: 0))
  private let opened = Guarded<[String]>([])
  private static let page = "https://id.example.com/authorize?state=secret"

  var failed: Int { counts.withLock { $0.failed } }
  var passed: Int { counts.withLock { $0.passed } }

  private func check(_ isTrue: Bool, _ name: String) {
    counts.withLock { counts in
      if isTrue { counts.passed += 1 } else { counts.failed += 1 }
    }
    print(isTrue ? "ok \(name)" : "FAILED \(name)")
  }

  /// Opens a page.
  ///
  /// - Returns: The URLs that the workspace received, and the arguments of the processes.
  private func open(
    _ environment: [String: String], isAllowed: Bool = true
  ) async -> (opened: [String], started: [[String]]) {
    opened.withLock { $0 = [] }
    Process.started.withLock { $0 = [] }
    NSWorkspace.shared.open { [opened] url in
      opened.withLock { $0.append(url.absoluteString) }
      return isAllowed
    }
    guard let url = URL(string: Self.page) else { return ([], []) }
    try? await SystemBrowser(environment: environment).open(url)
    return (opened.withLock { $0 }, Process.started.withLock { $0 })
  }

  func checkOrder() async {
    check(SystemBrowser(environment: [:]).unavailabilityReason == nil, "macOS always has a screen")
    for environment in [[:], ["BROWSER": ""]] {
      let (opened, started) = await open(environment)
      check(opened == [Self.page] && started == [], "the workspace opens the page without a process: \(environment)")
    }
    var (opened, started) = await open([:], isAllowed: false)
    check(opened == [Self.page] && started == [["open", Self.page]], "if the workspace can't, the command open does")
    (opened, started) = await open(["BROWSER": "firefox"])
    check(opened == [] && started == [["firefox", Self.page]], "the user's own browser comes first")
  }

  /// Checks a complete sign-in, in which the workspace receives a one-time address.
  func checkSignIn() async throws {
    Process.started.withLock { $0 = [] }
    opened.withLock { $0 = [] }
    NSWorkspace.shared.open { [opened] url in
      opened.withLock { $0.append(url.absoluteString) }
      Task { try? await FollowingBrowser().open(url) }
      return true
    }
    try await ScriptedProvider.run(as: Auth0.self) { provider in
      let client = provider.client(
        Auth0.self, environment: AuthEnvironment(browser: SystemBrowser(environment: [:])).withOwnRedirects)
      _ = try await client.signIn(scopes: [.openid])
      check(try await client.user() != nil, "a sign-in through the workspace")
    }
    let urls = opened.withLock { $0 }
    check(urls.count == 1 && urls[0].hasPrefix("http://127.0.0.1:"), "the workspace gets a one-time address")
    check(!urls.contains { $0.contains("state=") }, "the address shows no state")
    check(Process.started.withLock { $0 } == [], "no process starts")
  }
}
