import Foundation
import TestSupport

@testable import AuthRuntime

/// A transport that holds requests to the challenge endpoint back.
struct Gate: HTTPTransport {
  let isClosed = Locked(false)
  let waiting = Locked(0)

  func send(
    _ request: HTTPRequest, body: Data?, options: TransportOptions
  ) async throws(TransportFailure) -> (Data, HTTPResponse) {
    if request.url?.path == "/challenge", isClosed.value {
      waiting.withLock { $0 += 1 }
      await isClosed.wait { !$0 }
      if Task.isCancelled { throw .cancelled }
    }
    return try await AuthEnvironment.platformTransport.send(request, body: body, options: options)
  }
}
