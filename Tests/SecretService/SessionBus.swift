#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import AuthDBus
  @testable import AuthRuntime

  /// A session bus for one test, with its own home folder. It never affects programs on this machine.
  struct SessionBus: Sendable {
    /// Much longer than any call takes. Only a call that is stuck reaches this limit.
    static let patience = Duration.seconds(120)

    let home: URL
    let environment: [String: String]

    /// Runs the body with a bus. The bus and all programs on it end with the body.
    static func with(
      _ home: URL = FileManager.default.temporaryDirectory.appendingPathComponent("bus-\(UUID().uuidString)"),
      _ body: @Sendable (SessionBus) async throws -> Void
    ) async throws {
      try FileManager.default.createDirectory(
        at: home, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      defer { try? FileManager.default.removeItem(at: home) }
      let bus = SessionBus(home)
      try Data(bus.configuration.utf8).write(to: home.appendingPathComponent("bus.conf"))
      let arguments = ["--config-file=\(home.path)/bus.conf", "--nofork", "--nopidfile", "--print-address=2"]
      try await DaemonProcess.with("dbus-daemon", arguments, in: bus.environment) { daemon in
        // The daemon prints its address when it listens.
        while case let line = await daemon.line(), !line.contains("unix:") { try #require(!line.isEmpty) }
        try await body(bus)
      }
    }

    /// A bus in a folder where no daemon runs.
    init(_ home: URL) {
      self.home = home
      environment = [
        "HOME": home.path, "XDG_RUNTIME_DIR": home.path, "XDG_DATA_HOME": home.path + "/data",
        "XDG_CONFIG_HOME": home.path + "/config", "XDG_CACHE_HOME": home.path + "/cache",
        "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(home.path)/bus",
      ]
    }

    /// The bus starts no service by itself, so only a test's own programs are available.
    private var configuration: String {
      """
      <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
        "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig>
        <type>session</type>
        <listen>unix:path=\(home.path)/bus</listen>
        <listen>unix:abstract=\(home.path)</listen>
        <policy context="default">
          <allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/>
        </policy>
      </busconfig>
      """
    }

    func store(prompt: Duration = patience, call: Duration = patience) -> SecretServiceStore {
      SecretServiceStore(in: environment, SecretServiceTimes(call: call, prompt: prompt))
    }

    func connect() throws(DBusFailure) -> DBusConnection {
      try DBusConnection(to: DBusAddress.sessionBus(in: environment), within: Self.patience)
    }

    /// Waits until a program provides the Secret Service.
    func waitForService() async throws {
      try await apart {
        let connection = try connect()
        let rule = "type='signal',member='NameOwnerChanged',arg0='\(SecretService.name)'"
        _ = try connection.call(.bus("AddMatch", .string(rule)), within: Self.patience)
        let asked = try connection.call(.bus("NameHasOwner", .string(SecretService.name)), within: Self.patience)
        guard asked.body == [.boolean(false)] else { return }
        try connection.signal(within: Self.patience) { $0.text(.member) == "NameOwnerChanged" ? () : nil }
      }
    }

    /// Calls a method of the service, as another program would.
    func ask(_ member: String, _ body: [DBusValue], response: String) async throws -> [DBusValue] {
      try await apart {
        try SecretService(in: environment, SecretServiceTimes(call: Self.patience, prompt: Self.patience))
          .ask("Service", member, body, response: response)
      }
    }

    /// Runs a program until it ends.
    func run(_ program: String, _ arguments: [String], input: String = "") async throws -> Command.Outcome {
      try Data(input.utf8).write(to: home.appendingPathComponent("input"))
      return try await Command.run(
        URL(fileURLWithPath: "/bin/sh"), ["-c", #"exec "$@" < "$HOME/input""#, "sh", program] + arguments,
        environment: environment)
    }
  }

  /// Runs work on a thread that can wait for a socket.
  func apart<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try work() }) }
    }
  }
#endif
