import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

/// Attacks on the receiver's sockets by other programs on the machine and by pages in the browser, while a sign-in waits.
@Suite(.timeLimit(.minutes(1))) struct `The loopback receiver's connections` {
  /// The port and the state of the waiting sign-in.
  private struct Waiting: Sendable {
    let port: Int
    let state: String

    init(_ page: URL) throws {
      let fields = FormEncoding.decode(page.query(percentEncoded: true) ?? "") ?? []
      func value(_ name: String) -> String { fields.first { $0.name == name }?.value ?? "" }
      port = try #require(URL(string: value("redirect_uri"))?.port)
      state = value("state")
    }

    /// A request that would end the sign-in if it were accepted, because its state is right and its code is wrong.
    func burning(host: String) -> String {
      "GET /callback?code=burnt&state=\(FormEncoding.escape(state)) HTTP/1.1\r\n\(host)\r\n"
    }

    var forged: String { "GET /callback?code=burnt&state=guess HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n" }

    func ask(_ request: String) async throws -> String {
      let connection = try await RawConnection.open(to: port)
      try await connection.say(request)
      return try await connection.response()
    }
  }

  /// A user who continues with the sign-in after other requests have been sent.
  private struct LateBrowser: Browser {
    let before: @Sendable (Waiting) async throws -> Void

    func open(_ url: URL) async throws(BrowserFailure) {
      do { try await before(Waiting(url)) } catch { throw .noBrowser("\(error)") }
      try await FollowingBrowser().open(url)
    }
  }

  private func signIn(after before: @escaping @Sendable (Waiting) async throws -> Void) async throws {
    try await withProvider { provider in
      let client = provider.client(environment: AuthEnvironment(browser: LateBrowser(before: before)))
      let user = try await client.signIn(scopes: [], parameters: .init())
      #expect(user.subject == "user-1")
    }
  }

  @Test func `Fifty simultaneous requests all get a response, and the right callback still arrives`() async throws {
    try await signIn { waiting in
      var connections: [RawConnection] = []
      for _ in 0..<50 { connections.append(try await RawConnection.open(to: waiting.port)) }
      let responses = try await withThrowingTaskGroup(of: String.self) { group in
        for connection in connections {
          group.addTask {
            try await connection.say(waiting.forged)
            return try await connection.response()
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(responses.count == 50)
      #expect(responses.allSatisfy { $0.hasPrefix("HTTP/1.1 400 ") })
    }
  }

  @Test func `Idle and slow connections don't block the sign-in`() async throws {
    let kept = Locked<[RawConnection]>([])
    try await signIn { waiting in
      let slow = try await RawConnection.open(to: waiting.port)
      for letter in "GET /callback?code=burnt&state=guess" {
        // There are more connections than the receiver keeps open.
        try? await slow.say(String(letter))
        for _ in 0..<3 {
          let idle = try await RawConnection.open(to: waiting.port)
          kept.withLock { $0.append(idle) }
        }
        #expect(try await waiting.ask(waiting.forged).hasPrefix("HTTP/1.1 400 "))
      }
      #expect(try await slow.response() == "", "the oldest connection was closed")
    }
    #expect(kept.value.count > 100)
  }

  @Test(arguments: [
    "Host: evil.example:%d\r\n", "Host: localhost:%d\r\n", "Host: 127.0.0.1\r\n", "Host: 127.0.0.1:1\r\n", "",
    "Host: 127.0.0.1:%d\r\nHost: evil.example\r\n",
  ])
  func `A request that reaches the loopback address under another host name is rejected`(host: String) async throws {
    try await signIn { waiting in
      let host = host.replacing("%d", with: String(waiting.port))
      let response = try await waiting.ask(waiting.burning(host: host))
      #expect(response.hasPrefix("HTTP/1.1 421 "), "\(response)")
    }
  }
}
