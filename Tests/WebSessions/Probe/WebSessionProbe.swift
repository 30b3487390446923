import Foundation

/// A program of the proof that servers share sessions (`scripts/web-sessions`):
///
/// - `web-session-probe provider SECONDS LOG [OVERLAP]` runs a provider whose access tokens live for SECONDS, and logs each
///   exchange. A refresh token can be used again for OVERLAP seconds.
/// - `web-session-probe server ORIGIN ISSUER` runs a web server. `AUTH_DATABASE` is the database's URL, `AUTH_KEY` the key in
///   hexadecimal digits, and `AUTH_LEASE` the duration of a lease in seconds.
/// - `web-session-probe measure COUNT` compares looking up a session with a bare `SELECT` in the database `AUTH_DATABASE`.
///
/// A server prints `listening PORT` and runs until it's killed.
@main
enum WebSessionProbe {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch (arguments.first, arguments.count) {
    case ("provider", 3...4):
      let overlap = arguments.count > 3 ? Int(arguments[3]) : nil
      try await LoggingProvider.run(seconds: Int(arguments[1]) ?? 5, log: arguments[2], overlap: overlap ?? 0)
    #if PostgreSQL
      case ("server", 3): try await WebServer.run(origin: arguments[1], issuer: arguments[2])
      case ("measure", 2): try await LookUp.measure(count: Int(arguments[1]) ?? 1000)
    #endif
    default:
      print("usage: provider SECONDS LOG [OVERLAP] | server ORIGIN ISSUER | measure COUNT")
      exit(64)
    }
  }

  /// Prints a line at once, although the output is a pipe.
  static func say(_ line: String) {
    print(line)
    fflush(nil)
  }

  static func environment(_ name: String) -> String { ProcessInfo.processInfo.environment[name] ?? "" }

  /// Waits until this process is killed.
  static func forever() async {
    while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
  }
}
