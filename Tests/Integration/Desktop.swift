#if os(Linux)
  import AuthRuntime
  import Foundation
  import TestSupport
  import Testing

  /// A user's desktop in a separate folder. It never reads or writes the real one.
  struct Desktop: Sendable {
    static let scheme = "com.example.app"

    let folder: URL

    static func with(_ body: (Desktop) async throws -> Void) async throws {
      // The path is short, because the name of a socket is limited to 107 bytes.
      let folder = URL(fileURLWithPath: "/tmp/dt-\(UInt32.random(in: .min ... .max))")
      for name in ["home", "run"] {
        try FileManager.default.createDirectory(
          at: folder.appendingPathComponent(name), withIntermediateDirectories: true,
          attributes: [.posixPermissions: 0o700])
      }
      defer { try? FileManager.default.removeItem(at: folder) }
      try await body(Desktop(folder: folder))
    }

    var environment: [String: String] {
      let home = folder.appendingPathComponent("home").path
      return [
        "HOME": home, "XDG_DATA_HOME": home + "/.local/share", "XDG_CONFIG_HOME": home + "/.config",
        "XDG_RUNTIME_DIR": folder.appendingPathComponent("run").path,
        // Without a known desktop, xdg-open opens the URL itself. There's no bus to ask for a desktop either.
        "XDG_CURRENT_DESKTOP": "X-Generic", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/dev/null", "BROWSER": "false",
        "DISPLAY": "", "WAYLAND_DISPLAY": "",
      ]
    }

    /// Registers the program that a callback starts, at a path that the test chooses.
    func register(_ program: String) throws -> SchemeRegistration {
      let registration = try SchemeRegistration(
        scheme: Self.scheme, name: "Hand-off", program: program, arguments: [Self.scheme], environment: environment)
      try registration.install()
      return registration
    }

    /// Opens a callback as a browser does, while the first process waits for it.
    ///
    /// - Returns: The callback that the process received.
    func open(_ url: String, with command: [String]) async throws -> String {
      let callbacks = try CallbackHandOff(scheme: Self.scheme, environment: environment).listen()
      return try await withThrowingTaskGroup(of: String.self) { group in
        group.addTask {
          for await callback in callbacks {
            callback.respond(isAccepted: true)
            return callback.url.absoluteString
          }
          return "nothing"
        }
        let ended = try await run(command + [url])
        #expect(ended.status == 0, "\(ended.errors)")
        // If opening failed, no callback will arrive.
        if ended.status != 0 { group.cancelAll() }
        return try await group.next() ?? ""
      }
    }

    func run(_ command: [String]) async throws -> Command.Outcome {
      try await Command.run(
        URL(fileURLWithPath: "/usr/bin/env"), ["timeout", "100"] + command, environment: environment)
    }
  }
#endif
