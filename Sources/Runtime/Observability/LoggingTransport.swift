import Foundation
import HTTPTypes
import Logging

/// Logs each request's method, host, and sizes. Paths and queries aren't logged because they may contain secrets.
struct LoggingTransport: HTTPTransport {
  let base: any HTTPTransport
  let logger: Logger

  func send(
    _ request: HTTPRequest, body: Data?, options: TransportOptions
  ) async throws(TransportFailure) -> (Data, HTTPResponse) {
    guard logger.logLevel <= .debug else { return try await base.send(request, body: body, options: options) }
    logger.trace("sends \(request.headerFields.map(\.name.rawName).sorted().joined(separator: ", ").plainText())")
    let shown = TransportRequest(request, body, options)
    let start = ContinuousClock.now
    do throws(TransportFailure) {
      let (data, head) = try await base.send(request, body: body, options: options)
      logger.debug("\(shown): \(TransportResponse(head, data)) after \(ContinuousClock.now - start)")
      return (data, head)
    } catch {
      logger.debug("\(shown): \(error.name) after \(ContinuousClock.now - start)")
      throw error
    }
  }
}

extension LoggingTransport {
  func stream(
    _ request: HTTPRequest, body: Data?, options: TransportOptions
  ) async throws(TransportFailure) -> (ResponseBody, HTTPResponse) {
    let shown = TransportRequest(request, body, options)
    do throws(TransportFailure) {
      let (chunks, head) = try await base.stream(request, body: body, options: options)
      logger.debug("\(shown): \(head.status.code), streamed")
      return (chunks, head)
    } catch {
      logger.debug("\(shown): \(error.name)")
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
