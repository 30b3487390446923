#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import AuthDBus
  @testable import AuthRuntime

  /// A program that runs until the test ends it.
  final class DaemonProcess: Sendable {
    private let lines: AsyncStream<String>
    private let process: Locked<pid_t?>

    private init(_ lines: AsyncStream<String>, _ process: Locked<pid_t?>) {
      (self.lines, self.process) = (lines, process)
    }

    /// Starts a program with an input, and kills it when the body ends.
    static func with(
      _ program: String, _ arguments: [String], in environment: [String: String], input: String = "/dev/null",
      _ body: @Sendable (DaemonProcess) async throws -> Void
    ) async throws {
      let (lines, sink) = AsyncStream.makeStream(of: String.self)
      let process = Locked<pid_t?>(nil)
      let script = #"echo $$ >&2; input="$1"; shift; exec "$@" < "$input""#
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          defer { sink.finish() }
          _ = try await Command.run(
            URL(fileURLWithPath: "/bin/sh"), ["-c", script, "sh", input, program] + arguments,
            environment: environment
          ) { sink.yield($0) }
          process.withLock { $0 = nil }
        }
        let daemon = DaemonProcess(lines, process)
        let number = try #require(pid_t(await daemon.line()))
        process.withLock { $0 = number }
        defer { daemon.send(SIGKILL) }
        try await body(daemon)
        daemon.send(SIGKILL)
        try await group.waitForAll()
      }
    }

    /// The next line of its standard error. The line is empty when the output has ended.
    func line() async -> String {
      for await line in lines { return line }
      return ""
    }

    func send(_ signal: Int32) {
      process.withLock { process in if let process { _ = kill(process, signal) } }
    }

    /// Waits until the program has ended.
    func waitForEnd() async {
      for await _ in lines {}
    }
  }

  extension SessionBus {
    static let password = "correct horse"

    /// Runs gnome-keyring with an unlocked keyring.
    ///
    /// - Parameter isUnlocked: If `false`, gnome-keyring starts without a password.
    func withKeyring(
      isUnlocked: Bool = true, _ body: @Sendable (DaemonProcess) async throws -> Void
    ) async throws {
      let file = home.appendingPathComponent("password")
      try Data(Self.password.utf8).write(to: file)
      let arguments = ["--foreground", "--components=secrets"] + (isUnlocked ? ["--unlock"] : [])
      try await DaemonProcess.with("gnome-keyring-daemon", arguments, in: environment, input: file.path) { daemon in
        try await waitForService()
        try await body(daemon)
      }
    }

    /// Locks its keyring.
    func lock() async throws {
      let collection = "/org/freedesktop/secrets/collection/login"
      let response = try await ask("Lock", [.paths([collection])], response: "aoo")
      try #require(response == [.paths([collection]), .path("/")])
    }
  }

  extension CredentialKey {
    static let sample = CredentialKey(issuer: "https://id.example", clientID: "app", account: "ada")

    /// The attributes in the form that `secret-tool` requires.
    func arguments() throws -> [String] {
      try SecretItem.attributes(of: self).sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    }
  }

  extension Credential {
    static func sample(_ token: String) throws -> Credential {
      try Credential(encoded: Data(text(token).utf8))
    }

    static func text(_ token: String) -> String {
      #"{"version":1,"access_token":"\#(token)","scopes":["openid"]}"#
    }
  }
#endif
