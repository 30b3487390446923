import AuthRuntime
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Measures the callback from a browser, over a socket on this machine.
struct Native: Sendable {
  private let server: Server
  private let redirect = Redirect.loopback(ports: 18_765...18_769)

  init(_ key: SigningKey) { server = Server(key) }

  private func client(_ browser: any Browser) -> AuthClient<DynamicProvider> {
    AuthClient(
      configuration: server.configuration(), variables: [:], clientID: Server.clientID, redirect: redirect,
      environment: AuthEnvironment(transport: server, browser: browser))
  }

  /// Returns the milliseconds from the browser's request to the loopback URL until the app requests tokens with the
  /// code, and the milliseconds of a request for an icon, which the client ignores.
  func callback(rounds: Int = 101) async throws -> (own: Double, reference: Double) {
    let browser = SocketBrowser(server: server)
    let client = client(browser)
    var (own, reference): ([Double], [Double]) = ([], [])
    for _ in 0..<rounds {
      _ = try await client.signIn(scopes: [], parameters: AuthorizationParameters())
      guard let hit = await browser.hit, let asked = await server.asked else { throw Verification.Rejected() }
      own.append((asked - hit) / .milliseconds(1))
      reference.append(await browser.icon / .milliseconds(1))
    }
    return (own.sorted()[rounds / 2], reference.sorted()[rounds / 2])
  }

  /// The megabytes that this process gains while a sign-in waits for its browser.
  func waiting() async throws -> Double {
    let (opened, announce) = AsyncStream.makeStream(of: Void.self)
    let client = client(AbsentBrowser(announce: announce))
    // First do the work of every process that signs in: create the verifier and read the configuration for the first
    // time.
    _ = try await client.user()
    let before = try Self.residentMegabytes()
    let signIn = Task { try await client.signIn(scopes: [], parameters: AuthorizationParameters()) }
    for await _ in opened { break }
    let waiting = try Self.residentMegabytes()
    signIn.cancel()
    _ = await signIn.result
    return waiting - before
  }

  static func residentMegabytes() throws -> Double {
    let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    guard let pages = text.split(separator: " ").dropFirst().first.flatMap({ Double($0) }) else {
      throw Verification.Rejected()
    }
    return pages * Double(getpagesize()) / 1e6
  }
}

/// A browser whose user never returns.
private struct AbsentBrowser: Browser {
  let announce: AsyncStream<Void>.Continuation

  func open(_ url: URL) async throws(BrowserFailure) { announce.yield() }
}

/// A browser that first requests an icon, and then returns immediately over a separate connection.
private actor SocketBrowser: Browser {
  private let server: Server
  /// The time at which the callback was sent.
  private(set) var hit: ContinuousClock.Instant?
  /// The duration of the request for the icon.
  private(set) var icon = Duration.zero

  init(server: Server) { self.server = server }

  func open(_ url: URL) async throws(BrowserFailure) {
    guard let callback = await server.answer(to: url), let host = callback.host, let port = callback.port else {
      throw .noBrowser("the server doesn't respond")
    }
    icon = ContinuousClock().measure { Self.get("/favicon.ico", host, port) }
    hit = .now
    // Don't wait for the page, just as no one waits for a browser.
    Task.detached { Self.get("\(callback.path)?\(callback.query ?? "")", host, port) }
  }

  @discardableResult
  private static func get(_ target: String, _ host: String, _ port: Int) -> Int {
    #if os(Linux)
      let end = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let end = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    defer { close(end) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = inet_addr(host)
    let length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(end, $0, length) == 0 }
    }
    guard isConnected else { return 0 }
    let request = Array("GET \(target) HTTP/1.1\r\nHost: \(host):\(port)\r\n\r\n".utf8)
    _ = send(end, request, request.count, 0)
    var (answer, count) = ([UInt8](repeating: 0, count: 4096), 0)
    while true {
      let read = recv(end, &answer, answer.count, 0)
      guard read > 0 else { return count }
      count += read
    }
  }
}
