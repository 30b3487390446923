#if os(Linux)
  import AuthSockets
  import Foundation
  import TestSupport
  import Testing

  @testable import AuthDesktopIntegration
  @testable import AuthRuntime

  @Suite struct `The thread that listens for callbacks` {
    @Test func `A connection without a complete line is closed when the app stops listening`() async throws {
      try await HandOffFixture.with { fixture in
        func connect() throws -> HandOffPeer {
          // The time limit for a line is longer than the time that the peer waits.
          let callbacks = try fixture.handOff(.seconds(600)).listen()
          let peer = try HandOffPeer(at: try #require(fixture.sockets().first))
          withExtendedLifetime(callbacks) {}
          return peer
        }
        let peer = try connect()
        #expect(await peer.response() == "")
      }
    }

    @Test func `If accepting fails, the thread listens again after a pause, even if it wakes up earlier`() throws {
      // Accepting fails on a socket that doesn't listen.
      let (socket, wakeUpSocket) = try UnixSocket.pair()
      let scheme = try CallbackScheme("com.example.app")
      /// For each wait, whether the thread was listening.
      let waits = Locked<[Bool]>([])
      var loop = HandOffLoop(
        scheme, socket, wakeUpSocket: wakeUpSocket, patience: .seconds(60),
        poll: { states, _ in
          // The thread wakes up after a millisecond, as if a slow connection had sent a byte. The pause takes 100 ms.
          poll(nil, 0, 1)
          let isListening = states[1].fd >= 0
          let isLast = waits.withLock { waits in
            waits.append(isListening)
            return waits.count(where: \.self) == 2 || waits.count == 300
          }
          if isLast { states[0].revents = Int16(POLLIN) }
        },
        callback: { _, _ in })
      loop.run()
      #expect(waits.value.count(where: \.self) == 2)
      #expect(waits.value.count > 2, "the thread didn't pause")
    }
  }
#endif
