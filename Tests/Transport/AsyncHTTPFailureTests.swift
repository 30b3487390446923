#if AsyncHTTPClient && !canImport(Darwin) && !os(Windows)
  import Foundation
  import NIOCore
  import NIOEmbedded
  import Testing

  @testable import AuthRuntime

  @Suite struct `The failures of AsyncHTTPClient` {
    private static let host = "192.0.2.1"

    @Test(arguments: [
      ECONNREFUSED, EHOSTUNREACH, EHOSTDOWN, ENETUNREACH, ENETDOWN, EADDRNOTAVAIL, EAFNOSUPPORT, EACCES, EPERM, EMFILE,
      ENFILE,
    ])
    func `If the system can't connect to an address, the host is unreachable`(code: CInt) {
      let error = IOError(errnoCode: code, reason: "connect")
      #expect(AsyncHTTPTransport.failure(error, host: Self.host) == .network(.unreachable(host: Self.host)))
    }

    @Test func `If the system waits too long for a connection, the host didn't respond`() {
      let error = IOError(errnoCode: ETIMEDOUT, reason: "connect")
      #expect(AsyncHTTPTransport.failure(error, host: Self.host) == .network(.noResponse(host: Self.host)))
    }

    @Test(arguments: [ECONNRESET, ECONNABORTED, EPIPE, ENOTCONN, EBADF])
    func `After any other error, the request may have been sent`(code: CInt) {
      let error = IOError(errnoCode: code, reason: "write")
      #expect(AsyncHTTPTransport.failure(error, host: Self.host) == .network(.interrupted(host: Self.host)))
    }

    @Test(arguments: [EHOSTUNREACH, ECONNREFUSED, ETIMEDOUT, ECONNRESET])
    func `An error on an established connection interrupts the request`(code: CInt) throws {
      let channel = EmbeddedChannel()
      try EstablishedConnection.prepare(channel).wait()
      channel.pipeline.fireErrorCaught(IOError(errnoCode: code, reason: "read"))
      let error = try #require(throws: EstablishedConnection.Broken.self) { try channel.throwIfErrorCaught() }
      #expect(AsyncHTTPTransport.failure(error, host: Self.host) == .network(.interrupted(host: Self.host)))
    }

    @Test func `Errors of other kinds stay as they are on an established connection`() throws {
      let channel = EmbeddedChannel()
      try EstablishedConnection.prepare(channel).wait()
      channel.pipeline.fireErrorCaught(ServerIdentity.Mismatch())
      #expect(throws: ServerIdentity.Mismatch.self) { try channel.throwIfErrorCaught() }
    }
  }
#endif
