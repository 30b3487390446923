import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

/// A transport that keeps the requests, and returns one response.
private final class Platform: HTTPTransport {
  let requests = Guarded<[HTTPRequest]>([])
  let body: String
  let status: Int

  init(_ body: String, status: Int = 200) { (self.body, self.status) = (body, status) }

  func send(
    _ request: HTTPRequest, body _: Data?, options: TransportOptions
  ) async throws(TransportFailure) -> (Data, HTTPResponse) {
    requests.withLock { $0.append(request) }
    return (Data(body.utf8), HTTPResponse(status: .init(code: status)))
  }
}

private func read(
  _ token: SubjectToken, _ platform: Platform = Platform(""), variables: [String: String] = [:]
) async throws -> String {
  try await token.read(SubjectToken.Reader(transport: platform, variable: { variables[$0] })).reveal()
}

private func failure(
  _ token: SubjectToken, _ platform: Platform = Platform(""), variables: [String: String] = [:]
) async -> StepFailure? {
  do throws(StepFailure) {
    _ = try await token.read(SubjectToken.Reader(transport: platform, variable: { variables[$0] }))
    return nil
  } catch {
    return error
  }
}

@Suite struct `Tokens from outside the session` {
  private func file(_ content: Data) throws -> String {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    try content.write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test func `A file is read without the line's end, also through a link, and again for each exchange`() async throws {
    let path = try file(Data("a.b.c\n".utf8))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let link = path + "-link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    defer { try? FileManager.default.removeItem(atPath: link) }
    let token = SubjectToken.file(link)
    #expect(try await read(token) == "a.b.c")
    try Data("d.e.f".utf8).write(to: URL(fileURLWithPath: path))
    #expect(try await read(token) == "d.e.f")
  }

  @Test func `A file that is missing, a folder, a device, empty, too large, or not a token is rejected`() async throws {
    let large = try file(Data(repeating: UInt8(ascii: "a"), count: SubjectToken.maximumBytes + 1))
    let empty = try file(Data("\n".utf8))
    let padded = try file(Data(repeating: UInt8(ascii: "a"), count: SubjectToken.maximumBytes) + Data("\n".utf8))
    let binary = try file(Data([0xFF, 0xFE]))
    let control = try file(Data("a\u{1}b".utf8))
    defer { for path in [large, padded, empty, binary, control] { try? FileManager.default.removeItem(atPath: path) } }
    for path in ["/does/not/exist", "/tmp", "/dev/zero", large, padded, empty, binary, control] {
      guard case .configuration(.unusableSubjectToken) = await failure(.file(path)) else {
        Issue.record("\(path)")
        continue
      }
    }
  }

  #if !os(Windows)
    @Test func `A pipe isn't read, even if it contains a token`() async throws {
      let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
      try #require(mkfifo(path, 0o600) == 0)
      defer { try? FileManager.default.removeItem(atPath: path) }
      // Opening the pipe waits for a reader.
      async let written: Void = BlockingWork.run {
        let pipe = FileHandle(forWritingAtPath: path)
        pipe?.write(Data("a.b.c".utf8))
        try? pipe?.close()
      }
      #expect(SubjectTokenFile.read(path) == nil)
      let reader = FileHandle(forUpdatingAtPath: path)
      try await written
      try reader?.close()
    }
  #endif

  @Test func `An environment variable is read, and one that is missing or empty is named`() async throws {
    #expect(try await read(.environment("TOKEN"), variables: ["TOKEN": "a.b.c"]) == "a.b.c")
    for variables in [[:], ["TOKEN": ""]] {
      let failure = await failure(.environment("TOKEN"), variables: variables)
      #expect(failure?.description.contains("TOKEN") == true)
    }
  }

  @Test func `A token has at most 64 KiB`() async throws {
    let longest = String(repeating: "a", count: 65_536)
    #expect(try await read(.token(Secret(longest))) == longest)
    guard case .configuration(.unusableSubjectToken) = await failure(.token(Secret(longest + "a"))) else {
      Issue.record("the token was accepted")
      return
    }
  }

  @Test func `A pipeline's token is requested with its own URL and token`() async throws {
    let platform = Platform(#"{"count": 1, "value": "a.b.c"}"#)
    let token = SubjectToken.request(
      .environment("REQUEST_URL"), query: ["audience": "https://vault.example"], bearer: .environment("REQUEST_TOKEN"),
      token: "value")
    let variables = ["REQUEST_URL": "https://pipeline.example/token?version=2", "REQUEST_TOKEN": "secret"]
    #expect(try await read(token, platform, variables: variables) == "a.b.c")
    let request = try #require(platform.requests.withLock { $0.first })
    #expect(
      request.url?.absoluteString == "https://pipeline.example/token?version=2&audience=https%3A%2F%2Fvault.example")
    #expect(request.headerFields[.authorization] == "Bearer secret")
  }

  @Test func `A cloud's metadata is read at its link-local address`() async throws {
    let platform = Platform("a.b.c")
    let token = SubjectToken.request("http://169.254.169.254/identity", headers: ["Metadata": "true"])
    #expect(try await read(token, platform) == "a.b.c")
    let request = try #require(platform.requests.withLock { $0.first })
    #expect(request.headerFields.first { $0.name.rawName == "Metadata" }?.value == "true")
  }

  @Test(arguments: [
    "http://metadata.example/x", "http://169.254.169.254@evil.example/x", "http://169.254.169.254.evil.example/x",
    "http://170.254.1.1/", "http://169.1.1.1/", "http://169.254.1.example/", "http://169.254.01.1/",
    "http://169.254.1.1:0/", "ftp://169.254.1.1/", "http://user@169.254.1.1/", "http://169.254.1.1.1/",
    "file:///etc/passwd", "169.254.169.254", "", "http://169.254.169/x",
  ])
  func `Another http URL, or one that isn't a URL, is rejected before a request`(url: String) async throws {
    let platform = Platform("a.b.c")
    let failure = await failure(.request(.text(Secret(url))), platform)
    guard case .configuration = failure else { throw failure ?? .cancelled }
    #expect(platform.requests.withLock { $0.isEmpty })
  }

  @Test func `A service's error, redirect, or response without the token fails`() async throws {
    let url = SubjectToken.Value("https://pipeline.example/token")
    let rejection = await failure(.request(url), Platform("a.b.c", status: 403))
    #expect(rejection == .response(.unexpectedStatus(403, endpoint: .resource)))
    for platform in [Platform("no", status: 403), Platform("x", status: 302), Platform("{}"), Platform("not JSON")] {
      #expect(await failure(.request(url, token: "value"), platform) != nil)
    }
    #expect(await failure(.request(url, headers: ["A": "x\ny"]), Platform("x")) != nil)
    #expect(await failure(.request(url, headers: ["not a name": "x"]), Platform("x")) != nil)
  }

  @Test func `The app's own source is used, and its error is discarded`() async throws {
    struct Leak: Error, CustomStringConvertible { let description = "secret-123" }
    #expect(try await read(.custom(id: "a") { Secret("a.b.c") }) == "a.b.c")
    let failure = await failure(.custom(id: "a") { throw Leak() })
    #expect(failure?.description.contains("secret-123") == false)
  }

  @Test func `Sources are distinguished without keeping their secrets`() {
    let sources: [SubjectToken] = [
      .token(Secret("one-secret")), .token(Secret("two-secret")), .file("one"), .environment("one"),
      .custom(id: "one") { Secret("") }, .request("https://a.example", bearer: "one-secret"),
      .request("https://a.example", bearer: "two-secret"), .request("https://a.example", headers: ["a": "one-secret"]),
    ]
    #expect(Set(sources.map(\.identity)).count == sources.count)
    #expect(!sources.contains { $0.identity.joined().contains("secret") })
    #expect(!"\(sources)".contains("secret"))
  }
}
