import AuthRuntime
import AuthTesting
import Foundation
import TestSupport

/// A user's folders, and the command as that user runs it: a process with output and an exit status.
struct CommandHome: Sendable {
  let folder: URL

  /// The file with the key that encrypts the sessions.
  var key: String { folder.appendingPathComponent("key").path }
  var profiles: String { folder.appendingPathComponent("config/profiles.json").path }
  /// The session files, without the lock files.
  var sessions: [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/state/authctl/sessions")
    return (names ?? []).filter { $0.hasSuffix(".credential") }
  }

  /// Runs a test with separate folders.
  static func use<Value>(_ body: (CommandHome) async throws -> Value) async throws -> Value {
    let home = CommandHome(folder: FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString))
    try FileManager.default.createDirectory(at: home.folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: home.folder) }
    return try await body(home)
  }

  /// Runs a test with separate folders and a provider that only its discovery document describes.
  static func use<Value: Sendable>(
    registration: ProviderConfiguration.RegistrationRules = .init(),
    authentication: ProviderConfiguration.ClientAuthenticationMethod = .standard,
    script: ScriptedProvider.Script = .init(), _ body: (CommandHome, ScriptedProvider) async throws -> Value
  ) async throws -> Value {
    var configuration = discoverable
    configuration.client.registration = registration
    configuration.client.authentication = [authentication]
    let provider = try await ScriptedProvider.start(as: configuration, script: script)
    do {
      let value = try await use { home in try await body(home, provider) }
      await provider.stop()
      return value
    } catch {
      await provider.stop()
      throw error
    }
  }

  private static let discoverable = ProviderConfiguration(id: "test", name: "Test") { it in
    it.server.issuer = "https://id"
    it.server.authorizationEndpoint = "https://id/authorize"
    it.server.tokenEndpoint = "https://id/token"
    it.server.jwksURI = "https://id/keys"
    it.server.userInfoEndpoint = "https://id/userinfo"
    it.server.revocationEndpoint = "https://id/revoke"
    it.server.endSessionEndpoint = "https://id/logout"
    it.server.deviceAuthorizationEndpoint = "https://id/device"
  }

  /// Writes the file of profiles as a user would edit it.
  func write(profiles text: String, mode: Int = 0o600) throws {
    let file = URL(fileURLWithPath: profiles)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try Data(text.utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
  }

  /// Runs the command, and visits a page that it prints as a user would.
  func run(_ arguments: [String], visiting: Bool = true) async throws -> Command.Outcome {
    let environment = [
      "AUTHCTL_CONFIG": folder.path + "/config", "XDG_STATE_HOME": folder.path + "/state",
      "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(folder.path)/nobody",
    ]
    return try await Command.run(Command.built("authctl"), arguments, environment: environment) { line in
      guard visiting, line.hasPrefix("  http"), let page = URL(string: line.trimmingCharacters(in: .whitespaces))
      else { return }
      try? await FollowingBrowser().open(page)
    }
  }

  /// Signs in, and saves the session in an encrypted file.
  func signIn(
    at provider: ScriptedProvider, as profile: String = "work", clientID: String? = "app", _ arguments: [String] = []
  ) async throws -> Command.Outcome {
    let issuer = provider.configuration.server.issuer?.text ?? ""
    // Below the ports that the system assigns to connections.
    let port = String(Int.random(in: 10_000...19_999))
    let isFirst = !FileManager.default.fileExists(atPath: key)
    return try await run(
      ["sign-in", "--issuer", issuer, "--profile", profile, "--no-browser", "--redirect-port", port]
        + (clientID.map { ["--client-id", $0] } ?? []) + ["--store", "file", "--key-file", key]
        + (isFirst ? ["--create-key"] : []) + arguments)
  }
}

extension Command.Outcome {
  /// The last line of standard error.
  var lastError: String { errors.split(separator: "\n").last.map(String.init) ?? "" }
}

extension ScriptedProvider {
  nonisolated var refreshes: Int {
    requests.filter { $0.path == "/token" && $0.text.contains("grant_type=refresh_token") }.count
  }

  nonisolated func count(_ path: String) -> Int { requests.filter { $0.path == path }.count }
}
