#if !os(Windows)
  import Foundation
  import TestSupport
  import Testing

  @testable import AuthRuntime

  @Suite(.timeLimit(.minutes(1))) struct `A socket of the loopback receiver` {
    private enum Meaning {
      case passing, abort, absence, lasting
    }

    private static func listener() throws -> LoopbackSocket {
      try .listening(at: .init(address: [127, 0, 0, 1], port: 0))
    }

    /// The next connection of a listening socket, and the client at its other end.
    private static func connection(to listener: LoopbackSocket) async throws -> (LoopbackSocket, RawConnection) {
      let client = try await RawConnection.open(to: #require(listener.here?.port))
      _ = try LoopbackSocket.wait(for: [.init(socket: listener)], milliseconds: 10_000)
      return (try #require(try listener.next()), client)
    }

    @Test(
      arguments: [
        (EAGAIN, .passing), (EINTR, .passing), (ECONNABORTED, .abort),
        (EADDRNOTAVAIL, .absence), (EAFNOSUPPORT, .absence), (EPROTONOSUPPORT, .absence),
        (EADDRINUSE, .lasting), (EMFILE, .lasting), (ECONNRESET, .lasting), (EPIPE, .lasting), (EBADF, .lasting),
      ] as [(Int32, Meaning)])
    private func `The error code shows whether a call may succeed later`(code: Int32, meaning: Meaning) {
      let failure = LoopbackSocket.Failure(code: code)
      #expect(failure.isPassing == (meaning == .passing))
      #expect(failure.isAbort == (meaning == .abort))
      #expect(failure.isAbsence == (meaning == .absence))
    }

    @Test func `A call that would have to wait fails, but may succeed later`() async throws {
      let listener = try Self.listener()
      #expect(try #require(throws: LoopbackSocket.Failure.self) { _ = try listener.next() }.isPassing)
      let (socket, client) = try await Self.connection(to: listener)
      #expect(try #require(throws: LoopbackSocket.Failure.self) { _ = try socket.take() }.isPassing)
      try await client.say("a")
      _ = try LoopbackSocket.wait(for: [.init(socket: socket)], milliseconds: 10_000)
      #expect(try socket.take() == Array("a".utf8))
    }

    @Test func `Writing fails after the end of the stream`() async throws {
      let (socket, client) = try await Self.connection(to: try Self.listener())
      socket.endWriting()
      #expect(try #require(throws: LoopbackSocket.Failure.self) { try socket.put([1]) }.code == EPIPE)
      #expect(try await client.response() == "")
    }

    @Test func `The wake-up socket is connected to itself`() throws {
      let socket = try LoopbackSocket.wakeUpSocket()
      let here = try #require(socket.here)
      #expect(here.address == [127, 0, 0, 1] && here.port > 0)
      #expect(socket.peer == here)
      #expect(try socket.put([7]) == 1)
      #expect(try LoopbackSocket.wait(for: [.init(socket: socket)], milliseconds: 10_000) == [true])
      #expect(try socket.take() == [7])
    }

    @Test func `A program that this process starts doesn't inherit a socket`() async throws {
      let listener = try Self.listener()
      let (accepted, client) = try await Self.connection(to: listener)
      for socket in [listener, accepted, try .wakeUpSocket()] {
        #expect(fcntl(socket.handle, F_GETFD) & FD_CLOEXEC != 0)
      }
      _ = consume client
    }
  }
#endif
