import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite(.timeLimit(.minutes(1))) struct `The loopback receiver` {
  private let respond: @Sendable (LoopbackRequest) -> LoopbackReply = { request in
    LoopbackReply(request.target == "/icon" ? 204 : 200, page: request.target == "/page" ? .signedIn : nil)
  }

  private func receiving(_ body: (LoopbackReceiver) async throws -> Void) async throws {
    let receiver = try await LoopbackReceiver.bind(0...0, orAny: false)
    receiver.listen(pages: CallbackPages(), respond: respond)
    do { try await body(receiver) } catch {
      await receiver.close()
      throw error
    }
    await receiver.close()
  }

  private func ask(_ request: String, at port: Int) async throws -> String {
    let connection = try await RawConnection.open(to: port)
    try await connection.say(request)
    return try await connection.response()
  }

  @Test func `The receiver writes each response completely and closes the connection`() async throws {
    try await receiving { receiver in
      #expect(
        try await ask("GET / HTTP/1.1\r\n\r\n", at: receiver.port)
          == "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
      #expect(
        try await ask("GET /icon HTTP/1.1\r\n\r\n", at: receiver.port)
          == "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
      let page = try await ask("GET /page HTTP/1.1\r\n\r\n", at: receiver.port)
      let html = CallbackPage.signedIn.html(CallbackPages())
      #expect(page.hasPrefix("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n"))
      #expect(page.hasSuffix("\r\nContent-Length: \(html.utf8.count)\r\nConnection: close\r\n\r\n\(html)"))
    }
  }

  @Test func `The receiver responds with 404 before it listens`() async throws {
    let receiver = try await LoopbackReceiver.bind(0...0, orAny: false)
    #expect(try await ask("GET / HTTP/1.1\r\n\r\n", at: receiver.port).hasPrefix("HTTP/1.1 404 Not Found\r\n"))
    await receiver.close()
  }

  @Test func `The receiver responds to an invalid request without reading the rest of it`() async throws {
    try await receiving { receiver in
      let long = String(repeating: "a", count: 200_000)
      let requests = [
        ("\u{16}\u{3}\u{1}", "HTTP/1.1 400 Bad Request\r\n"), ("GET /\(long)", "HTTP/1.1 431 "),
        ("POST / HTTP/1.1\r\nContent-Length: \(long.utf8.count)\r\n\r\n\(long)", "HTTP/1.1 413 "),
      ]
      for (request, start) in requests {
        let response = try await ask(request, at: receiver.port)
        #expect(response.hasPrefix(start), "\(response)")
      }
    }
  }

  @Test func `The receiver knows both ends of a connection`() async throws {
    let seen = Locked<[LoopbackConnection?]>([])
    for (host, address) in [("127.0.0.1", "127.0.0.1"), ("localhost", "::1")] {
      let receiver = try await LoopbackReceiver.bind(0...0, orAny: true, host: host)
      receiver.listen(pages: CallbackPages()) { request in
        seen.withLock { $0.append(request.connection) }
        return LoopbackReply(200)
      }
      let connection = try await RawConnection.open(to: receiver.port, at: address)
      try await connection.say("GET / HTTP/1.1\r\n\r\n")
      _ = try await connection.response()
      let ends = try #require(seen.value.last ?? nil)
      let bytes = address == "::1" ? [UInt8](repeating: 0, count: 15) + [1] : [127, 0, 0, 1]
      #expect(ends.here == .init(address: bytes, port: receiver.port))
      #expect(ends.peer.address == bytes && ends.peer.port > 0 && ends.peer.port != receiver.port)
      await receiver.close()
    }
  }

  @Test func `The receiver reports each response once, even if the client doesn't read it`() async throws {
    let (reports, reported) = AsyncStream.makeStream(of: Void.self)
    let receiver = try await LoopbackReceiver.bind(0...0, orAny: false)
    receiver.listen(pages: CallbackPages()) { _ in LoopbackReply(200, page: .signedIn) { reported.yield() } }
    for _ in 0..<20 { _ = try await RawConnection.open(to: receiver.port, saying: "GET / HTTP/1.1\r\n\r\n") }
    var count = 0
    for await _ in reports {
      count += 1
      if count == 20 { break }
    }
    await receiver.close()
    reported.finish()
    for await _ in reports { Issue.record("a response was reported twice") }
  }

  @Test func `A valid callback is reported only after its page has been sent`() async throws {
    let receiver = try await LoopbackReceiver.bind(0...0, orAny: false)
    let wait = CallbackWait<String> { query throws(StepFailure) in query }
    receiver.listen(at: "/callback", host: "127.0.0.1", for: wait, success: .signedIn)
    await receiver.close()
    // The test sends the page instead of the receiver's thread.
    let request = LoopbackRequest(
      method: "GET", target: "/callback?code=c", headers: ["host": "127.0.0.1:\(receiver.port)"])
    let response = receiver.control.respond(to: request)
    #expect(response.report != nil)
    // The first report ends the wait.
    wait.report(.ends(.failure(.callback(.unexpected))))
    response.report?()
    let page = try #require(URL(string: "https://id.example/authorize"))
    let failure = await failure(
      of: try await wait.outcome(
        opening: page, with: VisitingBrowser { _ in }, within: .seconds(60), clock: GatedClock()))
    #expect(failure == .callback(.unexpected))
  }

  @Test func `Closing the receiver ends open connections, and frees the port immediately`() async throws {
    let receiver = try await LoopbackReceiver.bind(0...0, orAny: false)
    let idle = try await RawConnection.open(to: receiver.port)
    let slow = try await RawConnection.open(to: receiver.port)
    try await slow.say("GET / HTT")
    _ = try await ask("GET / HTTP/1.1\r\n\r\n", at: receiver.port)
    await receiver.close()
    #if os(Linux)
      #expect(try Self.established(at: receiver.port) == 0, "the receiver doesn't wait for a connection's deadline")
    #endif
    #expect(try await idle.response() == "")
    #expect(try await slow.response() == "")
    let again = try await LoopbackReceiver.bind(receiver.port...receiver.port, orAny: false)
    await again.close()
    await again.close()
  }

  @Test func `The port is free even if a process that is being started shares the socket`() async throws {
    let listener = try LoopbackSocket.listening(at: .init(address: [127, 0, 0, 1], port: 0))
    let port = try #require(listener.here?.port)
    let shared = dup(listener.handle)
    defer { close(shared) }
    let control = LoopbackControl([listener], wakeUpSocket: try .wakeUpSocket())
    LoopbackLoop.start(control)
    await control.stop()
    let again = try await LoopbackReceiver.bind(port...port, orAny: false)
    await again.close()
  }

  @Test func `The receiver closes even if the system hasn't started its thread`() async throws {
    let listener = try LoopbackSocket.listening(at: .init(address: [127, 0, 0, 1], port: 0))
    let port = try #require(listener.here?.port)
    let control = LoopbackControl([listener], wakeUpSocket: try .wakeUpSocket())
    await control.stop()
    #expect(control.takeListeners().isEmpty, "a thread that starts later ends immediately")
    await control.stop()
    _ = consume listener
    let again = try await LoopbackReceiver.bind(port...port, orAny: false)
    await again.close()
  }

  @Test func `The receiver's thread ends after the receiver has closed`() async throws {
    let (released, continuation) = AsyncStream.makeStream(of: Void.self)
    do {
      let signal = ReleaseSignal(continuation)
      let receiver = try await LoopbackReceiver.bind(0...0, orAny: false)
      receiver.listen(pages: CallbackPages()) { _ in withExtendedLifetime(signal) { LoopbackReply(204) } }
      _ = try await ask("GET / HTTP/1.1\r\n\r\n", at: receiver.port)
      await receiver.close()
    }
    // The thread keeps the function that responds until it ends.
    for await _ in released {}
  }

  @Test func `The receiver reads a request before newer connections can close its connection`() async throws {
    let listener = try LoopbackSocket.listening(at: .init(address: [127, 0, 0, 1], port: 0))
    let port = try #require(listener.here?.port)
    let control = LoopbackControl([listener], wakeUpSocket: try .wakeUpSocket())
    control.set(respond, CallbackPages())
    let first = try await RawConnection.open(to: port)
    try await first.say("GET / HTTP/1.1\r\n\r\n")
    var idle: [RawConnection] = []
    for _ in 0..<70 { idle.append(try await RawConnection.open(to: port)) }
    LoopbackLoop.start(control)
    #expect(try await first.response().hasPrefix("HTTP/1.1 200 "))
    await control.stop()
    #expect(idle.count == 70)
  }

  @Test func `The receiver can close after a delay`() async throws {
    let receiver = try await LoopbackReceiver.bind(0...0, orAny: false)
    let idle = try await RawConnection.open(to: receiver.port)
    receiver.close(after: .milliseconds(50))
    #expect(try await idle.response() == "")
    await #expect(throws: (any Error).self) { try await RawConnection.open(to: receiver.port) }
  }

  #if os(Linux)
    @Test func `The receiver leaves no socket open`() async throws {
      for _ in 0..<3 {
        let receiver = try await LoopbackReceiver.bind(0...0, orAny: true, host: "localhost")
        receiver.listen(pages: CallbackPages(), respond: respond)
        let idle = try await RawConnection.open(to: receiver.port)
        _ = try await ask("GET / HTTP/1.1\r\n\r\n", at: receiver.port)
        // Two sockets are listening, and one is connected.
        #expect(try Self.sockets(at: receiver.port) > 2)
        #expect(try Self.listening(at: receiver.port) == 2)
        await receiver.close()
        #expect(try await idle.response() == "")
        #expect(try Self.listening(at: receiver.port) == 0)
      }
    }

    @Test func `The receiver keeps at most 64 connections open`() async throws {
      let listener = try LoopbackSocket.listening(at: .init(address: [127, 0, 0, 1], port: 0))
      let port = try #require(listener.here?.port)
      let control = LoopbackControl([listener], wakeUpSocket: try .wakeUpSocket())
      control.set(respond, CallbackPages())
      var idle: [RawConnection] = []
      for _ in 0..<70 { idle.append(try await RawConnection.open(to: port)) }
      let last = try await RawConnection.open(to: port)
      try await last.say("GET / HTTP/1.1\r\n\r\n")
      LoopbackLoop.start(control)
      // The receiver accepts connections in order, so it has accepted all of them before it responds to the last one.
      // The response closes that one.
      #expect(try await last.response().hasPrefix("HTTP/1.1 200 "))
      #expect(try Self.established(at: port) == 64 - 1)
      #expect(try await idle[0].response() == "")
      await control.stop()
    }

    private static func lines(at port: Int) throws -> [[Substring]] {
      let hex = String(port, radix: 16, uppercase: true)
      let end = ":" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex
      let tables = try ["/proc/net/tcp", "/proc/net/tcp6"].map { path in
        let file = try #require(FileHandle(forReadingAtPath: path))
        return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
      }
      // Foundation's functions are quick in debug builds too. The tables may have thousands of lines.
      return tables.flatMap { $0.components(separatedBy: "\n") }.filter { $0.range(of: end) != nil }
        .map { $0.split(separator: " ") }.filter { $0.count > 3 && $0[1].hasSuffix(end) }
    }

    private static func sockets(at port: Int) throws -> Int { try lines(at: port).count }

    /// The state 0A is LISTEN.
    private static func listening(at port: Int) throws -> Int { try lines(at: port).filter { $0[3] == "0A" }.count }

    /// The state 01 is ESTABLISHED.
    private static func established(at port: Int) throws -> Int { try lines(at: port).filter { $0[3] == "01" }.count }
  #endif
}
