import Foundation
import HTTPTypes

/// Receives a response from URLSession or libcurl, up to a size limit. It ends with the response or with the first
/// failure.
final class ResponseExchange: Sendable {
  private struct State: Sendable {
    var head: HTTPResponse?
    /// The part of the body that hasn't been read.
    var rest = Data()
    /// Whether the transfer waits until that part has been read.
    var isPaused = false
    /// The number of bytes of the body that have arrived.
    var count = 0
    var outcome: Result<Void, any Error>?
    var waiting: CheckedContinuation<Void, Never>?

    mutating func wake() -> CheckedContinuation<Void, Never>? {
      defer { waiting = nil }
      return waiting
    }
  }

  /// The number of unread bytes above which a transfer should wait.
  private static let room = 1 << 20

  private let host: String
  private let maximumBytes: Int
  private let state = Guarded(State())

  init(host: String, maximumBytes: Int) {
    (self.host, self.maximumBytes) = (host, maximumBytes)
  }

  /// Whether the exchange has ended.
  var isOver: Bool { state.withLock { $0.outcome != nil } }

  /// Waits for the head of the response.
  func head() async throws -> HTTPResponse {
    await wait { $0.head == nil }
    let (head, outcome) = state.withLock { ($0.head, $0.outcome) }
    if case .failure(let failure) = outcome { throw failure }
    guard let head else { throw TransportFailure.network(.interrupted(host: host)) }
    return head
  }

  /// Waits for a part of the body. Returns `nil` at its end.
  ///
  /// - Parameter resume: Continues a transfer that waits.
  func next(resuming resume: () -> Void) async throws -> Data? {
    await wait { $0.rest.isEmpty }
    let (rest, outcome, wasPaused) = state.withLock { state in
      defer { (state.rest, state.isPaused) = (Data(), false) }
      return (state.rest, state.outcome, state.isPaused)
    }
    if wasPaused { resume() }
    if case .failure(let failure) = outcome { throw failure }
    return rest.isEmpty ? nil : rest
  }

  /// Waits while something is missing, unless the exchange ends. One task waits at a time.
  private func wait(while isMissing: @escaping @Sendable (State) -> Bool) async {
    await withCheckedContinuation { continuation in
      let isReady = state.withLock { state in
        guard state.outcome == nil, isMissing(state) else { return true }
        state.waiting = continuation
        return false
      }
      if isReady { continuation.resume() }
    }
  }

  /// Ends the exchange, unless it has ended.
  func end(_ outcome: Result<Void, any Error>) {
    let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard state.outcome == nil else { return nil }
      state.outcome = outcome
      return state.wake()
    }
    waiting?.resume()
  }

  /// Receives the head of the response.
  ///
  /// - Parameter head: `nil` if the server sent no valid one.
  /// - Returns: Whether to receive the body.
  func start(_ head: HTTPResponse?) -> Bool {
    guard let head else {
      end(.failure(TransportFailure.network(.interrupted(host: host))))
      return false
    }
    let (isFirst, waiting) = state.withLock { state -> (Bool, CheckedContinuation<Void, Never>?) in
      guard state.outcome == nil, state.head == nil else { return (false, nil) }
      state.head = head
      return (true, state.wake())
    }
    waiting?.resume()
    // Each part of a multipart response has its own head, which would reset the size limit of the body.
    if !isFirst { end(.failure(TransportFailure.network(.interrupted(host: host)))) }
    return isFirst
  }

  /// Returns whether the transfer should pass the next part of the body now. Otherwise, it waits to be resumed.
  func hasRoom() -> Bool {
    state.withLock { state in
      state.isPaused = state.outcome == nil && state.rest.count >= Self.room
      return !state.isPaused
    }
  }

  /// Receives a part of the body.
  ///
  /// - Returns: Whether to receive more.
  func receive(_ part: Data) -> Bool {
    let (isWithinLimit, waiting) = state.withLock {
      [maximumBytes] state -> (Bool, CheckedContinuation<Void, Never>?) in
      // Parts that arrive after the end are dropped. An empty part would look like the end.
      guard state.outcome == nil, state.head != nil, !part.isEmpty else { return (state.outcome == nil, nil) }
      guard part.count <= maximumBytes - state.count else { return (false, nil) }
      state.count += part.count
      state.rest.append(part)
      return (true, state.wake())
    }
    waiting?.resume()
    // This counts only if the exchange hasn't ended.
    if !isWithinLimit { end(.failure(TransportFailure.tooLarge)) }
    return isWithinLimit
  }

  /// Ends the exchange because the transfer has ended.
  func complete(_ error: (any Error)?) {
    end(error.map { .failure($0) } ?? .success(()))
  }
}

extension HTTPResponse {
  /// Creates the head of a response. Returns `nil` for a status code without three digits (RFC 9110 §15): HTTPTypes
  /// would trap, and HTTP/2 lets a server send any number.
  init?(code: Int, reasonPhrase: String = "", headerFields: HTTPFields = [:]) {
    guard (100...999).contains(code) else { return nil }
    self.init(status: .init(code: code, reasonPhrase: reasonPhrase), headerFields: headerFields)
  }
}
