import Foundation

/// A program of the long run (`scripts/soak`):
///
/// - `soak-probe api ISSUER AUDIENCES` runs an API that verifies access tokens. Commas separate its names.
/// - `soak-probe web ORIGIN ISSUER API` runs a web app. Its page calls the API with the session's token. `AUTH_DATABASE` is the
///   URL of a PostgreSQL database, and `AUTH_KEY` a key in hexadecimal digits.
/// - `soak-probe clients ISSUER CLIENT API COUNT FOLDER` signs in COUNT users, and then sends requests to the API for each of
///   them. The sessions are in FOLDER, and `AUTH_KEY` is their key.
///
/// A server prints `listening PORT`. The clients print `signed-in COUNT`, and then `total REQUESTS FAILURES` every second, and
/// `failure` with the reason of each failure. All of them run until they're killed.
@main
enum SoakProbe {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch (arguments.first, arguments.count) {
    #if Hummingbird
      case ("api", 3):
        try await SoakAPI.run(issuer: arguments[1], audiences: arguments[2].split(separator: ",").map(String.init))
      #if PostgreSQL
        case ("web", 4): try await SoakWebApp.run(origin: arguments[1], issuer: arguments[2], api: arguments[3])
      #endif
    #endif
    case ("clients", 6):
      try await SoakClients(
        issuer: arguments[1], clientID: arguments[2], api: arguments[3], folder: URL(fileURLWithPath: arguments[5])
      ).run(count: Int(arguments[4]) ?? 200)
    default:
      print("usage: api ISSUER AUDIENCES | web ORIGIN ISSUER API | clients ISSUER CLIENT API COUNT FOLDER")
      exit(64)
    }
  }

  /// Prints a line at once, although the output is a pipe.
  static func say(_ line: String) {
    print(line.replacing("\n", with: " "))
    fflush(nil)
  }

  static func environment(_ name: String) -> String { ProcessInfo.processInfo.environment[name] ?? "" }
}
