#if os(Linux)
  import AuthSockets
  import Foundation
  import TestSupport
  import Testing

  @Suite struct `A Unix socket` {
    @Test func `A name that is too long is rejected`() {
      let name = [UInt8](repeating: 0x61, count: UnixSocket.maximumNameLength + 1)
      let failure = #expect(throws: UnixSocket.Failure.self) {
        try UnixSocket.connected(to: name, until: Deadline(in: .seconds(1)))
      }
      #expect(failure?.code == ENAMETOOLONG)
    }

    @Test func `Connecting ends at the deadline if the other side's queue is full`() throws {
      let path = FileManager.default.temporaryDirectory.appendingPathComponent("queue-\(UUID().uuidString)").path
      let listener = try UnixSocket.listening(at: path)
      defer { unlink(path) }
      // The listener accepts no connection, so its queue fills up.
      var connections: [UnixSocket] = []
      var failure: UnixSocket.Failure?
      while failure == nil, connections.count < 10_000 {
        do throws(UnixSocket.Failure) {
          connections.append(try UnixSocket.connected(to: Array(path.utf8), until: Deadline(in: .zero)))
        } catch { failure = error }
      }
      #expect(failure?.isLate == true)
      withExtendedLifetime((listener, connections)) {}
    }

    @Test func `Reading ends at the deadline even if more bytes have arrived`() throws {
      let (here, there) = try UnixSocket.pair()
      try there.write([1], until: Deadline(in: .seconds(1)))
      let failure = #expect(throws: UnixSocket.Failure.self) { try here.read(until: Deadline(in: .zero)) }
      #expect(failure?.isLate == true)
      #expect(try here.read(until: Deadline(in: .seconds(1))) == [1])
    }

    @Test func `Writing ends at the deadline if the other side reads nothing`() throws {
      let (here, there) = try UnixSocket.pair()
      let bytes = [UInt8](repeating: 0, count: 1 << 22)
      let failure = #expect(throws: UnixSocket.Failure.self) { try here.write(bytes, until: Deadline(in: .zero)) }
      #expect(failure?.isLate == true)
      withExtendedLifetime(there) {}
    }
  }
#endif
