import Logging

/// Tells the log which requests are made: method, host and sizes, for a path or a query may hold a secret.
struct LoggingTransport: HTTPTransport {
  let base: any HTTPTransport
  let logger: Logger

  func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    guard logger.logLevel <= .debug else { return try await base.send(request) }
    logger.trace("sends \(request.headers.keys.sorted().joined(separator: ", ").plainText())")
    let start = ContinuousClock.now
    do throws(TransportFailure) {
      let answer = try await base.send(request)
      logger.debug("\(request): \(answer) after \(ContinuousClock.now - start)")
      return answer
    } catch {
      logger.debug("\(request): \(error.name) after \(ContinuousClock.now - start)")
      throw error
    }
  }
}

extension TransportFailure {
  fileprivate var name: String {
    switch self {
    case .network(let reason): reason.caseName
    case .tooLarge: "tooLarge"
    case .cancelled: "cancelled"
    case .unavailable: "unavailable"
    case .invalidURL: "invalidURL"
    case .blockedByTransportSecurity: "blockedByTransportSecurity"
    }
  }
}
