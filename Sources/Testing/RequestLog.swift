#if Loopback && !os(Windows)
  import NIOConcurrencyHelpers

  /// The requests that a scripted server received, and the tests that wait for requests.
  final class RequestLog: Sendable {
    private struct State: Sendable {
      var requests: [RecordedRequest] = []
      var waiting: [Waiting] = []

      mutating func notify() {
        waiting.removeAll { [requests] waiting in
          let isReached = requests.filter(waiting.matches).count >= waiting.count
          if isReached { waiting.reached.finish() }
          return isReached
        }
      }
    }

    private struct Waiting: Sendable {
      let count: Int
      let matches: @Sendable (RecordedRequest) -> Bool
      let reached: AsyncStream<Void>.Continuation
    }

    private let state = NIOLockedValueBox(State())

    var requests: [RecordedRequest] { state.withLockedValue { $0.requests } }

    func append(_ request: RecordedRequest) {
      state.withLockedValue { state in
        state.requests.append(request)
        state.notify()
      }
    }

    /// Waits until this number of requests match, or until the task is canceled.
    func wait(for count: Int, _ matches: @escaping @Sendable (RecordedRequest) -> Bool) async {
      let (stream, reached) = AsyncStream.makeStream(of: Void.self)
      state.withLockedValue { state in
        state.waiting.append(Waiting(count: count, matches: matches, reached: reached))
        state.notify()
      }
      for await _ in stream {}
    }
  }
#endif
