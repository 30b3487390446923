import Foundation

/// The body of a response, in chunks as they arrive. Read it once, in one task.
///
/// Reading throws ``TransportFailure``. The limits of ``TransportOptions`` apply to the whole body. To stop the transfer early,
/// stop reading and release the body.
public struct ResponseBody: AsyncSequence, Sendable {
  private let read: @Sendable () async throws(TransportFailure) -> Data?

  /// Creates a body that arrives in chunks.
  ///
  /// - Parameter read: Returns the next chunk, or `nil` at the end. It must enforce the limits.
  public init(_ read: @escaping @Sendable () async throws(TransportFailure) -> Data?) {
    self.read = read
  }

  /// Creates a body that has already arrived.
  public init(_ data: Data) {
    let rest = RemainingBody(data)
    self.init { () throws(TransportFailure) in rest.take() }
  }

  /// Creates a body that the system delivers, with the limits of a request.
  ///
  /// - Parameters:
  ///   - start: The time at which the request was sent.
  ///   - failure: Converts the system's error to a failure.
  ///   - read: Returns the next chunk, or `nil` at the end.
  init(
    within options: TransportOptions, since start: ContinuousClock.Instant,
    failure: @escaping @Sendable (any Error) -> TransportFailure, _ read: @escaping @Sendable () async throws -> Data?
  ) {
    let count = ByteCount()
    self.init { () throws(TransportFailure) in
      do {
        let rest = options.timeout - (ContinuousClock.now - start)
        guard rest > .zero else { throw TimeLimit.Exceeded() }
        guard let chunk = try await TimeLimit.run(rest, read) else { return nil }
        guard count.add(chunk.count) <= options.maximumBytes else { throw TransportFailure.tooLarge }
        return chunk
      } catch {
        throw (error as? TransportFailure) ?? failure(error)
      }
    }
  }

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(read: read) }

  /// Reads the chunks.
  public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
    fileprivate let read: @Sendable () async throws(TransportFailure) -> Data?

    /// Returns the next chunk, or `nil` at the end.
    ///
    /// - Throws: ``TransportFailure/network(_:)`` if the connection breaks or the time limit has passed,
    ///   ``TransportFailure/tooLarge`` if the body exceeds the limit, or ``TransportFailure/cancelled`` if the task was
    ///   canceled.
    public mutating func next() async throws(TransportFailure) -> Data? { try await read() }
  }
}

/// The part of a body that hasn't been read.
private final class RemainingBody: Sendable {
  private let data: Guarded<Data?>

  init(_ data: Data) { self.data = Guarded(data.isEmpty ? nil : data) }

  func take() -> Data? {
    data.withLock { data in
      defer { data = nil }
      return data
    }
  }
}

/// The number of bytes that have arrived.
private final class ByteCount: Sendable {
  private let count = Guarded(0)

  func add(_ bytes: Int) -> Int {
    count.withLock { count in
      count += bytes
      return count
    }
  }
}
