import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import AuthRuntime

@Suite(.timeLimit(.minutes(1))) struct `The response of a transfer` {
  private let host = "id.example"
  private let head = HTTPResponse(status: .ok)

  private func exchange(maximumBytes: Int = .max) -> ResponseExchange {
    ResponseExchange(host: host, maximumBytes: maximumBytes)
  }

  private func next(of exchange: ResponseExchange) async throws -> Data? { try await exchange.next {} }

  @Test func `A transfer pauses while too much of its body is unread, and then continues`() async throws {
    let exchange = exchange()
    #expect(exchange.start(head) && exchange.hasRoom())
    #expect(exchange.receive(Data(count: 1 << 20)))
    #expect(!exchange.hasRoom())
    var continued = 0
    #expect(try await exchange.next { continued += 1 }?.count == 1 << 20)
    #expect(continued == 1 && exchange.hasRoom())
    #expect(exchange.receive(Data(count: 1)))
    _ = try await exchange.next { continued += 1 }
    #expect(continued == 1)
  }

  @Test func `A second response head ends the exchange, so it can't reset the size limit`() async throws {
    let exchange = exchange(maximumBytes: 4)
    #expect(exchange.start(head))
    #expect(exchange.receive(Data("1234".utf8)))
    #expect(!exchange.start(head))
    await #expect(throws: TransportFailure.network(.interrupted(host: host))) { try await exchange.head() }
  }

  @Test func `A reader gets what arrived before it asked, and what arrives while it waits`() async throws {
    let exchange = exchange()
    #expect(exchange.start(head) && exchange.receive(Data("a".utf8)))
    #expect(try await exchange.head() == head)
    #expect(try await next(of: exchange) == Data("a".utf8))
    async let later = next(of: exchange)
    #expect(exchange.receive(Data("b".utf8)))
    #expect(try await later == Data("b".utf8))
    async let end = next(of: exchange)
    exchange.complete(nil)
    #expect(try await end == nil)
    #expect(try await next(of: exchange) == nil)
  }

  @Test func `A transfer that ends without a head fails as interrupted`() async throws {
    let exchange = exchange()
    #expect(!exchange.isOver)
    exchange.complete(nil)
    #expect(exchange.isOver)
    await #expect(throws: TransportFailure.network(.interrupted(host: host))) { try await exchange.head() }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `A reader that waits gets the next part, and an empty part isn't the end of the body`() async throws {
    let (exchange, steps) = (exchange(), HeldExecutor())
    #expect(exchange.start(head))
    let part = Task(executorPreference: steps) { try await exchange.next {} }
    await steps.run()
    #expect(exchange.receive(Data()))
    await steps.run()
    #expect(exchange.receive(Data("a".utf8)))
    await steps.run()
    #expect(try await part.value == Data("a".utf8))
  }

  @Test func `Parts before the head are dropped`() async throws {
    let exchange = exchange(maximumBytes: 1)
    #expect(exchange.receive(Data("ab".utf8)))
    #expect(exchange.start(head) && exchange.receive(Data("c".utf8)))
    #expect(try await next(of: exchange) == Data("c".utf8))
  }

  @Test func `A part above the size limit ends the exchange`() async throws {
    let exchange = exchange(maximumBytes: 3)
    #expect(exchange.start(head) && exchange.receive(Data("ab".utf8)))
    #expect(!exchange.receive(Data("cd".utf8)))
    await #expect(throws: TransportFailure.tooLarge) { try await next(of: exchange) }
  }

  @Test func `After the end, a transfer isn't paused and nothing is received`() async throws {
    let early = exchange()
    early.complete(CancellationError())
    #expect(!early.start(head) && !early.receive(Data("a".utf8)))
    await #expect(throws: CancellationError.self) { try await early.head() }
    let late = exchange()
    #expect(late.start(head) && late.receive(Data(count: 1 << 20)))
    late.complete(nil)
    #expect(late.hasRoom() && !late.receive(Data("a".utf8)))
    #expect(try await next(of: late)?.count == 1 << 20)
    #expect(try await next(of: late) == nil)
  }
}
