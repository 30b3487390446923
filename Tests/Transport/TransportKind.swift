import AuthRuntime
import Foundation
import TestSupport

/// The transports. All of them behave the same.
enum TransportKind: Sendable, CaseIterable {
  /// The transport of Apple's platforms and Windows, with this machine's URLSession.
  case urlSession
  /// The default transport on this machine.
  case platform
  #if Curl && os(Linux)
    case curl
  #endif

  var transport: any HTTPTransport {
    switch self {
    case .urlSession: URLSessionTransport()
    case .platform: AuthEnvironment.platformTransport
    #if Curl && os(Linux)
      case .curl: CurlTransport()
    #endif
    }
  }

  /// The failure of a request, or `nil` if it succeeds.
  func failure(of request: TransportRequest) async -> TransportFailure? {
    do throws(TransportFailure) {
      _ = try await transport.send(request)
      return nil
    } catch {
      return error
    }
  }
}
