#if Observability && AsyncHTTPClient && !canImport(Darwin)
  import AuthTesting
  import Foundation
  import InMemoryTracing
  import Testing
  import Tracing

  @testable import AuthRuntime

  @Suite struct `A request in a process that is traced` {
    /// Made when the process has a tracer already, as an app's is: who is made before would know of none.
    private static let transport: AsyncHTTPTransport = {
      _ = Witness.tracer
      return AsyncHTTPTransport(over: AsyncHTTPTransport.makeClient())
    }()

    @Test func `is in no span with its URL, and takes no trace to the server`() async throws {
      let tracer = Witness.tracer
      let server = try await ScriptedServer.start { _ in .json("{}") }
      let url = try #require(URL(string: server.url + "/hush/token?code=hush&client_secret=hush#hush"))
      try await withSpan("app.request") { _ in
        _ = try await Self.transport.send(TransportRequest(url: url, headers: [.authorization: "hush"]))
      }
      let headers = try #require(server.requests.first?.headers)
      await server.stop()
      #expect(Set(headers.keys).intersection(["traceparent", "tracestate", "in-memory-trace-id"]) == [])
      var told = ""
      for span in tracer.finishedSpans {
        told += span.operationName + " "
        span.attributes.forEach { name, value in told += "\(name)=\(value) " }
      }
      #expect(told.contains("app.request"))
      #expect(!told.contains("hush"))
      #expect(!told.contains("url."))
    }
  }
#endif
