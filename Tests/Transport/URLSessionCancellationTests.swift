import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

extension `The transport over URLSession` {
  @Test func `Canceling the task ends the request`() async throws {
    let server = try await EndlessServer.start(sending: "a", every: .milliseconds(20))
    let request = TransportRequest(url: try url(server.port))
    let task = Task { await failure(of: request) }
    await server.waitForRequest()
    task.cancel()
    #expect(await task.value == .cancelled)
    await server.waitForEnd()
    #expect(URLSessionPool.shared.exchanges.count == 0)
    await server.stop()
  }

  @Test func `A canceled task sends no request`() async throws {
    try await serving { _ in
      .json("{}")
    } _: { url, server in
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return await failure(of: TransportRequest(url: url))
      }
      #expect(await task.value == .cancelled)
      #expect(server.requests.isEmpty)
    }
  }
}
