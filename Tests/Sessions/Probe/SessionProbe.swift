import AuthRuntime
import Foundation

/// A program that refreshes a session that other processes share, and ends or stops at a given exit point.
///
/// `session-probe SERVER CLIENT FOLDER KEY refresh|token|sign-out [[stop:]MOMENT [HOLD]]`: KEY is 64 hexadecimal
/// digits. HOLD is the longest time in seconds for which a process may hold the lock. `AUTH_TRUST_ROOT` is the
/// certificate that signed the server's. The program prints its process ID to standard error, and `stops` before it
/// stops. It prints the outcome to standard output.
@main
enum SessionProbe {
  static func configuration(at server: String) -> ProviderConfiguration {
    .openIDConnect(issuer: server) { $0.refresh?.rotation = .rotate }
  }

  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == "count" {
      FileHandle.standardError.write(Data("\(getpid())\n".utf8))
      return try await LeaseProbe.run(Array(arguments.dropFirst()))
    }
    guard arguments.count >= 5, let key = EncryptionKey(bytes: bytes(arguments[3])) else { exit(64) }
    let end = arguments.count > 5 ? End<ExitPoint>(arguments[5]) : nil
    let hold = arguments.count > 6 ? Double(arguments[6]).map { Duration.seconds($0) } : nil
    FileHandle.standardError.write(Data("\(getpid())\n".utf8))
    let store = EncryptedFileStore(
      folder: URL(fileURLWithPath: arguments[2]), key: key, longestHold: hold ?? FileLock.longestHold)
    let environment = AuthEnvironment(
      transport: ExitingTransport(inner: try transport(), end: end), store: ExitingStore(inner: store, end: end))
    let client = AuthClient<DynamicProvider>(
      configuration: configuration(at: arguments[0]), variables: [:], clientID: arguments[1], redirect: .loopback(),
      environment: environment)
    print(await outcome(of: client, arguments[4]))
  }

  private static func transport() throws -> any HTTPTransport {
    guard let root = ProcessInfo.processInfo.environment["AUTH_TRUST_ROOT"] else {
      return AuthEnvironment.platformTransport
    }
    return try AsyncHTTPTransport(trustRoot: URL(fileURLWithPath: root))
  }

  /// `ok` and the expiry of the access token, or the failure.
  private static func outcome(of client: AuthClient<DynamicProvider>, _ verb: String) async -> String {
    do throws(AuthFailure<AnyErrorCode>) {
      if verb == "sign-out" {
        try await client.revokeTokens()
        return "signed out"
      }
      let token =
        verb == "refresh"
        ? try await client.refresh().accessToken : try await client.accessToken(validFor: .seconds(60))
      return "ok \(token.reveal().suffix(12))"
    } catch .session(.ended(let end)) {
      return "ended, \(end.unconfirmedRefresh == nil ? "nothing was lost" : "a response was lost")"
    } catch {
      let left = try? await client.credential()
      return (left?.unconfirmedRefresh == nil ? "" : "kept, a response was lost: ") + "\(error)"
    }
  }

  /// The key as an argument of this program.
  static func digits(of key: EncryptionKey) -> String {
    key.reveal().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func bytes(_ digits: String) -> [UInt8] {
    stride(from: 0, to: digits.count - 1, by: 2).compactMap { UInt8(digits.dropFirst($0).prefix(2), radix: 16) }
  }
}

/// The points of a refresh at which a process can end, in order.
enum ExitPoint: String, Sendable, CaseIterable {
  case beforeIntent, afterIntent, beforeRequest, afterResponse, beforeTokens, afterTokens, beforeClaims, afterClaims
}

extension RawRepresentable where Self: Sendable & Equatable, RawValue == String {
  /// Ends or stops this process if it has reached its exit point. It sends a signal, because a normal exit would clean up.
  func exitOrStop(at end: End<Self>?) {
    guard self == end?.exitPoint else { return }
    if end?.signal == SIGSTOP { FileHandle.standardError.write(Data("stops\n".utf8)) }
    // The signal goes to this thread. A signal to the process would let the thread run a little longer.
    raise(end?.signal ?? SIGKILL)
  }
}

/// How a process ends, and when.
struct End<ExitPoint: RawRepresentable & Sendable>: Sendable where ExitPoint.RawValue == String {
  let exitPoint: ExitPoint
  let signal: Int32

  init?(_ text: String) {
    let isStop = text.hasPrefix("stop:")
    guard let exitPoint = ExitPoint(rawValue: isStop ? String(text.dropFirst(5)) : text) else { return nil }
    (self.exitPoint, signal) = (exitPoint, isStop ? SIGSTOP : SIGKILL)
  }
}

private struct ExitingTransport: HTTPTransport {
  let inner: any HTTPTransport
  let end: End<ExitPoint>?

  func send(
    _ request: HTTPRequest, body: Data?, options: TransportOptions
  ) async throws(TransportFailure) -> (Data, HTTPResponse) {
    guard request.url?.path.hasSuffix("/token") == true else {
      return try await inner.send(request, body: body, options: options)
    }
    ExitPoint.beforeRequest.exitOrStop(at: end)
    let response = try await inner.send(request, body: body, options: options)
    ExitPoint.afterResponse.exitOrStop(at: end)
    return response
  }
}

private actor ExitingStore: CredentialStore {
  private let inner: EncryptedFileStore
  private let end: End<ExitPoint>?
  private var saves = 0

  init(inner: EncryptedFileStore, end: End<ExitPoint>?) {
    (self.inner, self.end) = (inner, end)
  }

  func load(_ key: CredentialKey) async throws(StoreFailure) -> Credential? {
    try await inner.load(key)
  }

  func save(_ credential: Credential, for key: CredentialKey) async throws(StoreFailure) {
    saves += 1
    let exitPoints: (before: ExitPoint, after: ExitPoint) =
      switch saves {
      case 1: (.beforeIntent, .afterIntent)
      case 2: (.beforeTokens, .afterTokens)
      default: (.beforeClaims, .afterClaims)
      }
    exitPoints.before.exitOrStop(at: end)
    try await inner.save(credential, for: key)
    exitPoints.after.exitOrStop(at: end)
  }

  func remove(_ key: CredentialKey) async throws(StoreFailure) {
    try await inner.remove(key)
  }

  func lock(
    _ key: CredentialKey, for purpose: CredentialLockPurpose, clock: any Clock<Duration>
  ) async throws(StoreFailure) -> (any CredentialLock)? {
    try await inner.lock(key, for: purpose, clock: clock)
  }
}
