import AuthRuntime
import AuthTesting
import Foundation

/// A program that refreshes a session that other processes share, and ends or stops at a given exit point.
///
/// `session-probe SERVER CLIENT STORE KEY VERB [[stop:]MOMENT [HOLD]]`: STORE is a folder, `keyring`, or the URL of a
/// PostgreSQL database. KEY is 64 hexadecimal digits. HOLD is the longest time in seconds for which a process may hold the
/// lock. `AUTH_TRUST_ROOT` is the certificate that signed the server's. The program prints its process ID to standard
/// error, and `stops` before it stops. It prints the outcome to standard output.
///
/// VERB is `sign-in`, `refresh`, `token`, `sign-out`, `get URL`, which renews a token that the API rejects, `use URL`, which
/// sends the current token, or `ready`. With `commands`, the program reads a verb from each line of standard input, and prints
/// an outcome for each.
@main
enum SessionProbe {
  static func configuration(at server: String) -> ProviderConfiguration {
    .openIDConnect(issuer: server) { $0.refresh?.rotation = .rotate }
  }

  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == "fault" { return PlantedFault.run(arguments.last) }
    if arguments.first == "count" {
      FileHandle.standardError.write(Data("\(getpid())\n".utf8))
      return try await LeaseProbe.run(Array(arguments.dropFirst()))
    }
    guard arguments.count >= 5, let key = EncryptionKey(bytes: bytes(arguments[3])) else { exit(64) }
    let end = arguments.count > 5 ? End<ExitPoint>(arguments[5]) : nil
    let hold = arguments.count > 6 ? Double(arguments[6]).map { Duration.seconds($0) } : nil
    FileHandle.standardError.write(Data("\(getpid())\n".utf8))
    let store = try await ProbeStore.open(arguments[2], key, hold: hold ?? FileLock.longestHold)
    let environment = AuthEnvironment(
      transport: ExitingTransport(inner: try transport(), end: end), browser: FollowingBrowser(),
      store: ExitingStore(inner: store, end: end))
    let client = AuthClient<DynamicProvider>(
      configuration: configuration(at: arguments[0]), variables: [:], clientID: arguments[1], redirect: .loopback(),
      environment: environment)
    guard arguments[4] == "commands" else { return say(await outcome(of: client, arguments[4])) }
    // An outcome is one line.
    while let line = readLine() { say(await outcome(of: client, line).replacing("\n", with: " ")) }
  }

  /// Prints a line at once, although the output is a pipe.
  private static func say(_ line: String) {
    print(line)
    fflush(nil)
  }

  private static func transport() throws -> any HTTPTransport {
    guard let root = ProcessInfo.processInfo.environment["AUTH_TRUST_ROOT"] else {
      return AuthEnvironment.platformTransport
    }
    return try AsyncHTTPTransport(trustRoot: URL(fileURLWithPath: root))
  }

  /// `ok` and the end of the access token, or the failure.
  private static func outcome(of client: AuthClient<DynamicProvider>, _ verb: String) async -> String {
    do throws(AuthFailure<AnyErrorCode>) {
      switch verb.split(separator: " ").first {
      case "sign-in":
        _ = try await client.signIn(scopes: [], parameters: .init())
        return "ok \(shown(try await client.accessToken()))"
      case "sign-out":
        try await client.revokeTokens()
        return "signed out"
      case "get":
        let (_, response) = try await client.data(from: String(verb.dropFirst(4)))
        return "status \(response.status.code)"
      case "use": return try await status(of: String(verb.dropFirst(4)), with: try await client.accessToken())
      case "ready": return "ready"
      case "time": return "time \(Date().timeIntervalSince1970)"
      case "refresh": return "ok \(shown(try await client.refresh().accessToken))"
      default: return "ok \(shown(try await client.accessToken(validFor: .seconds(60))))"
      }
    } catch .session(.ended(let end)) {
      return "ended, \(end.unconfirmedRefresh == nil ? "nothing was lost" : "a response was lost")"
    } catch {
      let left = try? await client.credential()
      return (left?.unconfirmedRefresh == nil ? "" : "kept, a response was lost: ") + "\(error)"
    }
  }

  /// The response to a request of another HTTP client.
  private static func status(
    of url: String, with token: Secret
  ) async throws(AuthFailure<AnyErrorCode>) -> String {
    guard let url = URL(string: url) else { return "invalid URL" }
    let request = TransportRequest(url: url, headers: [.authorization: "Bearer \(token.reveal())"])
    do throws(TransportFailure) {
      return "status \(try await AuthEnvironment.platformTransport.send(request).status)"
    } catch {
      return "\(error)"
    }
  }

  /// As in the provider's log.
  private static func shown(_ token: Secret) -> Substring { token.reveal().suffix(24) }

  /// The key as an argument of this program.
  static func digits(of key: EncryptionKey) -> String {
    key.reveal().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func bytes(_ digits: String) -> [UInt8] {
    stride(from: 0, to: digits.count - 1, by: 2).compactMap { UInt8(digits.dropFirst($0).prefix(2), radix: 16) }
  }
}
