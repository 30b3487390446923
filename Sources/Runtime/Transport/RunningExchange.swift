import Foundation
import HTTPTypes

/// A request that URLSession or libcurl sends, and its exchange. Releasing it ends both.
final class RunningExchange: Sendable {
  private let exchange: ResponseExchange
  private let begun = ContinuousClock.now
  private let start: @Sendable () -> Void
  private let resume: @Sendable () -> Void
  private let stop: @Sendable () -> Void
  private let failure: @Sendable (any Error) -> TransportFailure

  /// - Parameters:
  ///   - start: Sends the request.
  ///   - resume: Continues a transfer that was paused because the exchange had no room.
  ///   - stop: Ends the transfer. It may be called several times, and after the end.
  ///   - failure: Converts the library's error to a failure.
  init(
    _ exchange: ResponseExchange, start: @escaping @Sendable () -> Void,
    resume: @escaping @Sendable () -> Void = {}, stop: @escaping @Sendable () -> Void,
    failure: @escaping @Sendable (any Error) -> TransportFailure
  ) {
    (self.exchange, self.start, self.resume, self.stop, self.failure) = (exchange, start, resume, stop, failure)
  }

  deinit { stop() }

  /// Sends the request and reads the whole response.
  func response(within options: TransportOptions) async throws(TransportFailure) -> (Data, HTTPResponse) {
    defer { stop() }
    do {
      return try await TimeLimit.run(options.timeout) {
        let head = try await self.head()
        var body = Data()
        while let part = try await self.next() { body.append(part) }
        return (body, head)
      }
    } catch {
      throw failure(error)
    }
  }

  /// Sends the request and returns when the head of the response has arrived. Releasing the body ends the transfer.
  func stream(within options: TransportOptions) async throws(TransportFailure) -> (ResponseBody, HTTPResponse) {
    do {
      let head = try await TimeLimit.run(options.timeout) { try await self.head() }
      let body = ResponseBody(within: options, since: begun, failure: failure) { try await self.next() }
      return (body, head)
    } catch {
      stop()
      throw failure(error)
    }
  }

  private func head() async throws -> HTTPResponse {
    try await cancelling {
      start()
      return try await exchange.head()
    }
  }

  private func next() async throws -> Data? {
    try await cancelling { try await exchange.next(resuming: resume) }
  }

  private func cancelling<Value>(_ body: () async throws -> Value) async throws -> Value {
    try await withTaskCancellationHandler(operation: body) {
      // A transfer that hasn't started may end without a call to its exchange.
      exchange.end(.failure(CancellationError()))
      stop()
    }
  }
}
