import AuthTesting
import Foundation
import ReferenceClients

@testable import AuthRuntime

/// Tests a refresh in the system's activity, with a system that suspends apps when a check requires it.
@main struct Main {
  static func main() async throws {
    let checks = Checks()
    try await checks.checkEnd()
    try await checks.checkExpiry()
    try await checks.checkRefusal()
    print("\(checks.passed) checks passed, \(checks.failed) failed")
    exit(checks.failed == 0 ? 0 : 1)
  }
}

/// Sends requests. The system's time limit expires in the middle of a refresh, which gets no response.
private struct ExpiringTransport: HTTPTransport {
  func send(
    _ request: HTTPRequest, body: Data?, options: TransportOptions
  ) async throws(TransportFailure) -> (Data, HTTPResponse) {
    guard String(decoding: body ?? Data(), as: UTF8.self).contains("grant_type=refresh_token") else {
      return try await AuthEnvironment.platformTransport.send(request, body: body, options: options)
    }
    await Suspension.system.expire()
    throw Task.isCancelled ? .cancelled : .network(.noResponse(host: "id.example"))
  }
}

/// Delays each refresh while the app is suspended, until the refresh is canceled, so that the server doesn't receive
/// it.
private final class SuspendedTransport: HTTPTransport {
  private let isSuspended = Guarded(true)

  func resume() { isSuspended.withLock { $0 = false } }

  func send(
    _ request: HTTPRequest, body: Data?, options: TransportOptions
  ) async throws(TransportFailure) -> (Data, HTTPResponse) {
    let isRefresh = String(decoding: body ?? Data(), as: UTF8.self).contains("grant_type=refresh_token")
    guard isRefresh, isSuspended.withLock({ $0 }) else {
      return try await AuthEnvironment.platformTransport.send(request, body: body, options: options)
    }
    // The sleep ends immediately when the task is canceled.
    try? await Task.sleep(for: .seconds(5))
    throw Task.isCancelled ? .cancelled : .network(.noResponse(host: "id.example"))
  }
}

final class Checks: Sendable {
  private let counts = Guarded((passed: 0, failed: 0))

  var failed: Int { counts.withLock { $0.failed } }
  var passed: Int { counts.withLock { $0.passed } }

  private func check(_ isTrue: Bool, _ name: String) {
    counts.withLock { counts in
      if isTrue { counts.passed += 1 } else { counts.failed += 1 }
    }
    print(isTrue ? "ok \(name)" : "FAILED \(name)")
  }

  /// A signed-in client whose refreshes run in the system's activity.
  private func withClient(
    _ transport: any HTTPTransport = AuthEnvironment.platformTransport,
    _ body: (AuthClient<Auth0>, _ other: AuthClient<Auth0>) async throws -> Void
  ) async throws {
    let folder = URL(fileURLWithPath: NSTemporaryDirectory() + "sessions-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try await ScriptedProvider.run(as: Auth0.self) { provider in
      let store = EncryptedFileStore(folder: folder, key: EncryptionKey())
      let plain = AuthEnvironment(browser: FollowingBrowser(), store: store)
      var environment = AuthEnvironment(transport: transport, browser: FollowingBrowser(), store: store)
      environment.activity = AuthRuntime.ExpiringActivity(begin: ExpiringActivity.system.begin)
      let client = provider.client(Auth0.self, environment: environment)
      _ = try await client.signIn(scopes: [.openid, .offlineAccess])
      try await body(client, provider.client(Auth0.self, environment: plain))
    }
  }

  private func isCancelled(_ work: () async throws(Auth0.Failure) -> Void) async -> Bool {
    do throws(Auth0.Failure) { try await work() } catch { return error == .cancelled }
    return false
  }

  func checkEnd() async throws {
    Suspension.system.reset()
    try await withClient { client, _ in
      _ = try await client.refresh()
      await Suspension.system.waitForEnd()
      check(Suspension.system.begun == ["Refreshing an access token"], "a refresh is one activity, which ends with it")
    }
  }

  func checkExpiry() async throws {
    Suspension.system.reset()
    try await withClient(ExpiringTransport()) { client, other in
      check(
        await isCancelled { () throws(Auth0.Failure) in _ = try await client.refresh() },
        "a refresh that runs out of time in the middle of the request is canceled")
      await Suspension.system.waitForEnd()
      check(Suspension.system.begun.count == 1, "its activity ends")
      check(try await client.credential()?.unconfirmedRefresh != nil, "the store says that a response may be lost")
      _ = try await other.refresh()
      check(try await other.credential()?.unconfirmedRefresh == nil, "another process takes the lock and refreshes")
    }
  }

  func checkRefusal() async throws {
    Suspension.system.reset(isRefusing: true)
    let transport = SuspendedTransport()
    try await withClient(transport) { client, other in
      check(
        await isCancelled { () throws(Auth0.Failure) in _ = try await client.refresh() },
        "a refresh whose activity the system rejects is canceled")
      Suspension.system.reset()
      transport.resume()
      _ = try await client.refresh()
      check(try await other.user() != nil, "and works once the app is in use again")
    }
  }
}
