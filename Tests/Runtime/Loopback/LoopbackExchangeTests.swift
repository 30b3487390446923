import TestSupport
import Testing

@testable import AuthRuntime

/// A connection to the receiver, without the receiver's thread.
@Suite(.timeLimit(.minutes(1))) struct `An exchange at the loopback receiver` {
  /// An accepted connection, and the client at its other end.
  private struct Pair {
    let exchange: LoopbackExchange
    var client: RawConnection?

    init() async throws {
      let listener = try LoopbackSocket.listening(at: .init(address: [127, 0, 0, 1], port: 0))
      client = try await RawConnection.open(to: #require(listener.here?.port))
      _ = try LoopbackSocket.wait(for: [.init(socket: listener)], milliseconds: 10_000)
      exchange = LoopbackExchange(try #require(try listener.next()))
    }

    /// Waits until bytes arrive or the client ends the connection.
    func advance() throws -> Bool {
      _ = try LoopbackSocket.wait(for: [exchange.pollRequest], milliseconds: 10_000)
      return exchange.advance { _ in LoopbackResponse(status: 204) }
    }
  }

  @Test func `An exchange continues while no bytes have arrived`() async throws {
    let pair = try await Pair()
    let isOver = pair.exchange.advance { _ in LoopbackResponse(status: 204) }
    #expect(!isOver && !pair.exchange.isResponding)
  }

  @Test func `An exchange ends once its response is written`() async throws {
    let pair = try await Pair()
    try await pair.client?.say("GET / HTT")
    #expect(try !pair.advance())
    #expect(!pair.exchange.isResponding)
    try await pair.client?.say("P/1.1\r\n\r\n")
    #expect(try pair.advance())
    #expect(pair.exchange.isResponding)
  }

  @Test func `An exchange ends if the client closes the connection without a request`() async throws {
    var pair = try await Pair()
    pair.client = nil
    #expect(try pair.advance())
    #expect(!pair.exchange.isResponding)
  }

  @Test func `After a rejection, an exchange continues until the client closes the connection`() async throws {
    let pair = try await Pair()
    try await pair.client?.say("\u{16}")
    #expect(try !pair.advance())
    #expect(pair.exchange.isResponding)
    #expect(try await pair.client?.response().hasPrefix("HTTP/1.1 400 ") == true)
    #expect(try pair.advance())
  }
}
