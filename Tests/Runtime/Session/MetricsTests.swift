#if Observability
  import AuthTesting
  import CoreMetrics
  import InMemoryTracing
  import MetricsTestKit
  import Testing
  import Tracing

  @testable import AuthRuntime

  /// Metrics and traces belong to the process, and other tests run at the same time. The provider's name identifies this test's.
  enum RecordedTelemetry {
    static let metrics: TestMetrics = {
      let metrics = TestMetrics()
      MetricsSystem.bootstrap(metrics)
      return metrics
    }()
    static let tracer: InMemoryTracer = {
      let tracer = InMemoryTracer()
      InstrumentationSystem.bootstrap(tracer)
      return tracer
    }()
  }

  @Suite struct `A client's metrics and traces` {
    @Test func `Metrics and traces show how often each operation ran, how it ended, and how long it took`() async throws
    {
      let (metrics, tracer) = (RecordedTelemetry.metrics, RecordedTelemetry.tracer)
      let configuration = ProviderConfiguration.plain.with { $0.id = "observed" }
      try await withProvider(configuration, script: .init { $0.rotation = .reuseDetected() }) { provider in
        let client = provider.client(keeping: MemoryCredentialStore())
        _ = try await client.signIn(scopes: [], parameters: .init())
        _ = try await client.refresh()
        _ = try await client.refresh()
        await provider.inject(.response(.unavailable, of: .token), times: 1)
        #expect(await client.refreshFailure()?.caseName == "offline")
        try await client.revokeTokens()
      }

      func count(_ name: String, _ outcome: String) throws -> Int64 {
        try metrics.expectCounter(name, [("provider", "observed"), ("outcome", outcome)]).totalValue
      }
      #expect(try count("auth_sign_in", "ok") == 1)
      #expect(try count("auth_refresh", "ok") == 2)
      #expect(try count("auth_refresh", "offline") == 1)
      #expect(try count("auth_revocation", "ok") == 1)
      let durations = try metrics.expectTimer("auth_refresh_duration", [("provider", "observed")]).values
      #expect(durations.count == 3)
      #expect(durations.allSatisfy { $0 > 0 })

      let spans = tracer.finishedSpans.filter { $0.attributes.get("auth.provider") == .string("observed") }
      #expect(
        spans.map(\.operationName)
          == ["auth.sign_in", "auth.refresh", "auth.refresh", "auth.refresh", "auth.revocation"])
      #expect(spans.map { $0.status?.code == .error } == [false, false, false, true, false])
      #expect(spans.map { $0.attributes.get("auth.failure") } == [nil, nil, nil, .string("offline"), nil])
    }
  }
#endif
