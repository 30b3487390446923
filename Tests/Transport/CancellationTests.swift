import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

extension `A transport` {
  @Test(arguments: TransportKind.allCases)
  func `Canceling the task ends the request`(kind: TransportKind) async throws {
    let server = try await EndlessServer.start(sending: "a", every: .milliseconds(20))
    let request = TransportRequest(url: try url(server.port))
    let task = Task { await kind.failure(of: request) }
    await server.waitForRequest()
    task.cancel()
    #expect(await task.value == .cancelled)
    await server.waitForEnd()
    #expect(URLSessionPool.shared.exchanges.count == 0)
    await server.stop()
  }

  @Test(arguments: TransportKind.allCases)
  func `A canceled task sends no request`(kind: TransportKind) async throws {
    try await serving { _ in
      .json("{}")
    } _: { url, server in
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return await kind.failure(of: TransportRequest(url: url))
      }
      #expect(await task.value == .cancelled)
      #expect(server.requests.isEmpty)
    }
  }
}
