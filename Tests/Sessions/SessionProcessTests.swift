import AuthRuntime
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import session_probe

/// A session in a folder, a provider, and real processes that share the session.
private struct SharedSession: Sendable {
  static let clientID = "probe"

  let provider: ScriptedProvider
  let folder: URL
  let key: EncryptionKey

  /// Signs in with an access token that must be refreshed immediately.
  static func with(_ rotation: RefreshRotation, _ body: (SharedSession) async throws -> Void) async throws {
    let provider = try await ScriptedProvider.start(as: SessionProbe.configuration(at: "https://probe.example"))
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("auth-\(UUID().uuidString)")
    let session = SharedSession(provider: provider, folder: folder, key: EncryptionKey())
    await provider.rewrite { script in
      script.rotation = rotation
      script.tokens = { $0["expires_in"] = .integer(1) }
    }
    let store = EncryptedFileStore(folder: folder, key: session.key)
    let client = provider.client(
      clientID: Self.clientID, environment: AuthEnvironment(browser: FollowingBrowser(), store: store).withOwnRedirects)
    _ = try await client.signIn(scopes: [], parameters: .init())
    await provider.rewrite { $0.tokens = { _ in } }
    do {
      try await body(session)
    } catch {
      await session.end()
      throw error
    }
    await session.end()
  }

  private func end() async {
    await provider.stop()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Runs the program until it ends.
  func run(
    _ verb: String, _ exitPoint: ExitPoint? = nil, stops: Bool = false, hold: Double? = nil,
    started: (pid_t) async -> Void = { _ in }, stopped: () async -> Void = {}
  ) async throws -> Command.Outcome {
    var arguments = arguments(verb)
    if exitPoint != nil || hold != nil { arguments.append((stops ? "stop:" : "") + (exitPoint?.rawValue ?? "never")) }
    if let hold { arguments.append("\(hold)") }
    return try await Command.run(Command.built("session-probe"), arguments) { line in
      if let process = pid_t(line) { await started(process) }
      if line == "stops" { await stopped() }
    }
  }

  /// Runs the program through another one, which receives the program's path and arguments.
  func run(_ verb: String, under other: [String]) async throws -> Command.Outcome {
    let all = other + [Command.built("session-probe").path] + arguments(verb)
    return try await Command.run(URL(fileURLWithPath: all[0]), Array(all.dropFirst()))
  }

  private func arguments(_ verb: String) -> [String] {
    let digits = SessionProbe.digits(of: key)
    return [provider.configuration.server.issuer?.text ?? "", Self.clientID, folder.path, digits, verb]
  }

  var refreshes: Int {
    provider.requests.filter { $0.text.contains("grant_type=refresh_token") }.count
  }

  /// Waits until the server has received this many refresh requests.
  func waitForRefreshes(_ count: Int) async {
    await provider.waitForRequests(count) { $0.text.contains("grant_type=refresh_token") }
  }
}

extension Command.Outcome {
  fileprivate var line: String { output.trimmingCharacters(in: .whitespacesAndNewlines) }
  fileprivate static let killed = 128 + 9
}

/// The number of attempts for each exit point. `scripts/kill-sessions` increases it.
private let rounds = 1...max(1, Int(ProcessInfo.processInfo.environment["AUTH_KILL_ROUNDS"] ?? "") ?? 3)

@Suite(.serialized) struct `A process that is killed while it renews the session` {
  @Test(arguments: ExitPoint.allCases)
  func `A killed refresh keeps the session if the server accepts the old token for a while`(exitPoint: ExitPoint)
    async throws
  {
    for _ in rounds {
      try await SharedSession.with(.reuseDetected(overlap: .seconds(36_000))) { session in
        #expect(try await session.run("refresh", exitPoint).status == Command.Outcome.killed)
        let next = try await session.run("token").line
        #expect(next.hasPrefix("ok"), "\(next)")
        // The session is intact and can be refreshed again.
        let last = try await session.run("refresh").line
        #expect(last.hasPrefix("ok"), "\(last)")
      }
    }
  }

  @Test(arguments: ExitPoint.allCases)
  func `A killed refresh keeps the session if the repeated ID token doesn't match`(
    exitPoint: ExitPoint
  ) async throws {
    try await SharedSession.with(.repeated(within: .seconds(36_000))) { session in
      #expect(try await session.run("refresh", exitPoint).status == Command.Outcome.killed)
      for _ in 0..<2 {
        let next = try await session.run("refresh").line
        #expect(next.hasPrefix("ok"), "\(next)")
      }
    }
  }

  @Test(arguments: ExitPoint.allCases)
  func `After a killed refresh, a lost response is reported if each token works only once`(exitPoint: ExitPoint)
    async throws
  {
    let isLost = [.afterResponse, .beforeTokens].contains(exitPoint)
    try await SharedSession.with(.reuseDetected()) { session in
      #expect(try await session.run("refresh", exitPoint).status == Command.Outcome.killed)
      let next = try await session.run("refresh").line
      #expect(isLost ? next == "ended, a response was lost" : next.hasPrefix("ok"), "\(next)")
      if isLost { #expect(try await session.run("token").line.hasPrefix("notSignedIn")) }
    }
  }

  @Test func `A process that is killed in the middle of a request keeps the session`() async throws {
    try await SharedSession.with(.reuseDetected(overlap: .seconds(36_000))) { session in
      await session.provider.inject(.response(.delayed(.seconds(20)), of: .token), times: 1)
      let outcome = try await session.run("refresh") { process in
        await session.waitForRefreshes(1)
        kill(process, SIGKILL)
      }
      #expect(outcome.status == Command.Outcome.killed)
      let next = try await session.run("token").line
      #expect(next.hasPrefix("ok"), "\(next)")
    }
  }
}

@Suite(.serialized) struct `Processes that share a session` {
  @Test(arguments: [2, 10])
  func `Processes that share a session refresh it once`(count: Int) async throws {
    try await SharedSession.with(.reuseDetected()) { session in
      let lines = try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<count { group.addTask { try await session.run("token").line } }
        return try await group.reduce(into: [String]()) { $0.append($1) }
      }
      #expect(Set(lines).count == 1)
      #expect(lines.first?.hasPrefix("ok") == true, "\(lines)")
      #expect(session.refreshes == 1)
    }
  }

  @Test(arguments: [(ExitPoint.afterIntent, 1), (.beforeRequest, 2), (.afterResponse, 2), (.afterTokens, 1)])
  func `A suspended process uses the tokens that another process got`(
    exitPoint: ExitPoint, requests: Int
  ) async throws {
    try await SharedSession.with(.reuseDetected(overlap: .seconds(36_000))) { session in
      let (process, stopped) = (Locked<pid_t>(0), AsyncStream.makeStream(of: Void.self))
      async let first = {
        // If the process ends instead, the test doesn't wait for it to stop.
        defer { stopped.continuation.finish() }
        return try await session.run("token", exitPoint, stops: true, hold: 5) { started in
          process.withLock { $0 = started }
        } stopped: {
          stopped.continuation.finish()
        }
      }()
      for await _ in stopped.stream {}
      let second = try await session.run("token").line
      #expect(second.hasPrefix("ok"), "\(second)")
      kill(process.value, SIGCONT)
      #expect(try await first.line == second)
      #expect(session.refreshes == requests)
    }
  }

  /// Runs a program as on a full disk: every write fails.
  private static let fullDisk = ["/bin/sh", "-c", #"trap "" XFSZ; ulimit -f 0; exec "$0" "$@""#]
  /// Root may write regardless of a file's mode, unless it loses that capability.
  private static let bound = geteuid() == 0 ? ["/usr/bin/setpriv", "--bounding-set", "-dac_override", "--"] : []

  @Test func `The session is kept if a process isn't allowed to write`() async throws {
    try await SharedSession.with(.reuseDetected()) { session in
      chmod(session.folder.path, 0o500)
      let bound = try await session.run("token", under: Self.bound)
      chmod(session.folder.path, 0o700)
      #expect(bound.line.hasPrefix("unavailable: the credential store can't be used"), "\(bound.line)")
      #expect(session.refreshes == 0, "no refresh started that couldn't be completed")
      #expect(try await session.run("token").line.hasPrefix("ok"))
    }
  }

  @Test func `A damaged session file is reported without signing out`() async throws {
    try await SharedSession.with(.reuseDetected()) { session in
      let names = try FileManager.default.contentsOfDirectory(atPath: session.folder.path)
      let file = session.folder.appendingPathComponent(try #require(names.first { $0.hasSuffix(".credential") }))
      let whole = try Data(contentsOf: file)
      try whole.dropLast(1).write(to: file)
      #expect(try await session.run("token").line.hasPrefix("corrupt"))
      #expect(session.refreshes == 0)
      try whole.write(to: file)
      #expect(try await session.run("token").line.hasPrefix("ok"))
    }
  }

  @Test func `The session is kept when the disk is full`() async throws {
    try await SharedSession.with(.reuseDetected()) { session in
      let full = try await session.run("token", under: Self.fullDisk)
      #expect(full.line.hasPrefix("unavailable: the credential store can't be used"), "\(full.line)")
      #expect(session.refreshes == 0, "no refresh started that couldn't be completed")
      #expect(try await session.run("token").line.hasPrefix("ok"))
    }
  }

  @Test func `Signing out works when the disk is full`() async throws {
    try await SharedSession.with(.reuseDetected()) { session in
      let full = try await session.run("sign-out", under: Self.fullDisk)
      #expect(full.line == "signed out", "\(full.line)")
      #expect(try await session.run("token").line.hasPrefix("notSignedIn"))
    }
  }
}
