#if Observability && AsyncHTTPClient && !canImport(Darwin)
  import AuthTesting
  import Foundation
  import InMemoryTracing
  import Testing
  import Tracing

  @testable import AuthRuntime

  @Suite struct `A request in a traced process` {
    /// Created after the process's tracer, as in an app, because an earlier transport wouldn't use the tracer.
    private static let transport: AsyncHTTPTransport = {
      _ = RecordedTelemetry.tracer
      return AsyncHTTPTransport(over: AsyncHTTPTransport.makeClient())
    }()

    @Test func `A request creates no span with its URL, and sends no trace headers to the server`() async throws {
      let tracer = RecordedTelemetry.tracer
      let server = try await ScriptedServer.start { _ in .json("{}") }
      let url = try #require(URL(string: server.url + "/hush/token?code=hush&client_secret=hush#hush"))
      try await withSpan("app.request") { _ in
        _ = try await Self.transport.send(TransportRequest(url: url, headers: [.authorization: "hush"]))
      }
      let headers = try #require(server.requests.first?.headers)
      await server.stop()
      #expect(Set(headers.keys).intersection(["traceparent", "tracestate", "in-memory-trace-id"]) == [])
      var exported = ""
      for span in tracer.finishedSpans {
        exported += span.operationName + " "
        span.attributes.forEach { name, value in exported += "\(name)=\(value) " }
      }
      #expect(exported.contains("app.request"))
      #expect(!exported.contains("hush"))
      #expect(!exported.contains("url."))
    }
  }
#endif
