#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import AuthDesktopIntegration
  @testable import AuthRuntime

  private struct NotWanted: Error {}

  @Suite struct `Handing a callback to the waiting process` {
    @Test func `A callback arrives unchanged, and the second process learns that it was accepted`() async throws {
      try await HandOffFixture.with { fixture in
        let got = Locked<[URL]>([])
        try await fixture.serving { url in
          got.withLock { $0.append(url) }
        } while: {
          #expect(await fixture.handOff().deliver(["/opt/app", "--quiet", fixture.url()]) == .delivered)
        }
        #expect(got.value.map(\.absoluteString) == [fixture.url()])
      }
    }

    @Test func `A callback that the app rejects isn't delivered, and the app keeps waiting`() async throws {
      try await HandOffFixture.with { fixture in
        let right = fixture.url(2)
        try await fixture.serving { url in
          if url.absoluteString != right { throw NotWanted() }
        } while: {
          #expect(await fixture.handOff().deliver([fixture.url(1)]) == .noReceiver)
          #expect(await fixture.handOff().deliver([right]) == .delivered)
        }
      }
    }

    @Test func `Only a callback of the scheme is handed over`() async throws {
      let tail = String(repeating: "x", count: CallbackScheme.maximumCallbackLength)
      let others = [
        [], ["app"], ["https://example.com/callback?code=x"], ["com.example.app"], ["com.example.app:"],
        ["com.example.application:/callback"], ["com.example.app:/a b"], ["com.example.app:/a\nb"],
        ["com.example.app:/caf\u{E9}"], ["com.example.app:/\(tail)"],
        // In a URL, these characters must be percent-encoded.
        ["com.example.app:/a|b"], ["com.example.app:/<"], ["com.example.app:/?code=%zz"],
      ]
      try await HandOffFixture.with { fixture in
        for arguments in others {
          #expect(await fixture.handOff().deliver(arguments) == .notACallback, "\(arguments.first?.prefix(50) ?? "")")
        }
        #expect(await fixture.handOff().deliver(["app", "COM.example.App:/callback"]) == .noReceiver)
        let bad = CallbackHandOff(scheme: "plain", environment: fixture.environment)
        #expect(await bad.deliver(["plain:/callback"]) == .notACallback)
      }
    }

    @Test func `A line that isn't a callback of the scheme, or is too long, never reaches the app`() async throws {
      let tail = String(repeating: "x", count: CallbackScheme.maximumCallbackLength)
      let lines = [
        "org.other:/callback?code=x\n", "\n", "com.example.app:/\u{1}\n", "com.example.app:/\(tail)\n", tail + tail,
      ]
      try await HandOffFixture.with { fixture in
        let got = Locked<[URL]>([])
        try await fixture.serving { url in
          got.withLock { $0.append(url) }
        } while: {
          for line in lines {
            let peer = try HandOffPeer(at: try #require(fixture.sockets().first))
            try peer.say(line)
            #expect(await peer.response() == "not wanted\n")
          }
          #expect(await fixture.handOff().deliver([fixture.url()]) == .delivered)
        }
        #expect(got.value.map(\.absoluteString) == [fixture.url()])
      }
    }

    @Test func `A connection without a complete line is closed after a time limit`() async throws {
      try await HandOffFixture.with { fixture in
        let waits = Locked(0)
        let listening = fixture.handOff(.milliseconds(50)) { _ in waits.withLock { $0 += 1 } }
        try await fixture.serving({ _ in }, by: listening) {
          let path = try #require(fixture.sockets().first)
          let silent = try (0..<20).map { _ in try HandOffPeer(at: path) }
          try silent[0].say("com.example.app:/half")
          // Without the limit this would take a minute.
          for peer in silent { try #require(await peer.response() == "") }
        }
        // The thread wakes at each connection, at the half line, and at each time limit, which may be rounded.
        #expect(waits.value <= 80, "\(waits.value)")
      }
    }

    @Test(.timeLimit(.minutes(1))) func `Idle and slow connections don't block a callback`() async throws {
      try await HandOffFixture.with { fixture in
        // The time limit is longer than the test's.
        try await fixture.serving({ _ in }, by: fixture.handOff(.seconds(600))) {
          let path = try #require(fixture.sockets().first)
          let slow = try HandOffPeer(at: path)
          var silent: [HandOffPeer] = []
          for letter in fixture.url() {
            // There are more connections than the process listens to at the same time.
            try? slow.say(String(letter))
            silent += try (0..<3).map { _ in try HandOffPeer(at: path) }
            #expect(await fixture.handOff().deliver([fixture.url(2)]) == .delivered)
          }
          #expect(silent.count > HandOffLoop.maximumConnections)
          #expect(await slow.response() == "", "the oldest connection was closed")
        }
      }
    }

    @Test func `Idle connections don't keep the thread busy`() async throws {
      try await HandOffFixture.with { fixture in
        let waits = Locked<[Int32]>([])
        let listening = fixture.handOff { milliseconds in waits.withLock { $0.append(milliseconds) } }
        try await fixture.serving({ _ in }, by: listening) {
          let path = try #require(fixture.sockets().first)
          let silent = try (0..<20).map { _ in try HandOffPeer(at: path) }
          for number in 0..<20 { #expect(await fixture.handOff().deliver([fixture.url(number)]) == .delivered) }
          #expect(silent.count == 20)
        }
        // The thread wakes once for each connection and once for its line, and not otherwise.
        #expect(waits.value.count <= 80, "\(waits.value.count)")
        #expect(waits.value.allSatisfy { $0 == -1 || $0 > 1000 })
      }
    }

    @Test func `Fifty simultaneous callbacks all arrive`() async throws {
      try await HandOffFixture.with { fixture in
        let got = Locked<Set<String>>([])
        try await fixture.serving { url in
          got.withLock { _ = $0.insert(url.absoluteString) }
        } while: {
          await withTaskGroup(of: CallbackHandOff.Outcome.self) { group in
            for number in 0..<50 { group.addTask { await fixture.handOff().deliver([fixture.url(number)]) } }
            for await outcome in group { #expect(outcome == .delivered) }
          }
        }
        #expect(got.value == Set((0..<50).map(fixture.url)))
      }
    }

    @Test func `A callback that the app releases without a response isn't delivered`() async throws {
      try await HandOffFixture.with { fixture in
        let callbacks = try fixture.handOff().listen()
        let task = Task {
          // The description must not contain the URL.
          for await callback in callbacks { #expect("\(callback)" == "<callback>") }
        }
        #expect(await fixture.handOff().deliver([fixture.url()]) == .noReceiver)
        task.cancel()
      }
    }

    @Test func `A response counts even if the wait ends right after it`() async throws {
      try await HandOffFixture.with { fixture in
        let callbacks = try fixture.handOff().listen()
        async let outcome = fixture.handOff().deliver([fixture.url()])
        for await callback in callbacks {
          callback.respond(isAccepted: true)
          callback.respond(isAccepted: false)
          break
        }
        #expect(await outcome == .delivered)
      }
    }
  }
#endif
