#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import AuthDesktopIntegration
  @testable import AuthRuntime

  private struct NotWanted: Error {}

  @Suite struct `Handing a callback to the process that waits` {
    @Test func `a callback comes as it was given, and the second process learns that it was taken`() async throws {
      try await HandOffDesk.with { desk in
        let got = Locked<[URL]>([])
        try await desk.serving { url in
          got.withLock { $0.append(url) }
        } while: {
          #expect(await desk.handOff().deliver(["/opt/app", "--quiet", desk.url()]) == .delivered)
        }
        #expect(got.value.map(\.absoluteString) == [desk.url()])
      }
    }

    @Test func `what the app does not take is not wanted, and the wait goes on`() async throws {
      try await HandOffDesk.with { desk in
        let right = desk.url(2)
        try await desk.serving { url in
          if url.absoluteString != right { throw NotWanted() }
        } while: {
          #expect(await desk.handOff().deliver([desk.url(1)]) == .noReceiver)
          #expect(await desk.handOff().deliver([right]) == .delivered)
        }
      }
    }

    @Test func `only a callback of the scheme is handed over`() async throws {
      let tail = String(repeating: "x", count: CallbackScheme.longestCallback)
      let others = [
        [], ["app"], ["https://example.com/callback?code=x"], ["com.example.app"], ["com.example.app:"],
        ["com.example.application:/callback"], ["com.example.app:/a b"], ["com.example.app:/a\nb"],
        ["com.example.app:/caf\u{E9}"], ["com.example.app:/\(tail)"],
      ]
      try await HandOffDesk.with { desk in
        for arguments in others {
          #expect(await desk.handOff().deliver(arguments) == .notACallback, "\(arguments.first?.prefix(50) ?? "")")
        }
        #expect(await desk.handOff().deliver(["app", "COM.example.App:/callback"]) == .noReceiver)
        let bad = CallbackHandOff(scheme: "plain", environment: desk.environment)
        #expect(await bad.deliver(["plain:/callback"]) == .notACallback)
      }
    }

    @Test func `a line that is no callback of the scheme, or too long, never reaches the app`() async throws {
      let tail = String(repeating: "x", count: CallbackScheme.longestCallback)
      let lines = [
        "org.other:/callback?code=x\n", "\n", "com.example.app:/\u{1}\n", "com.example.app:/\(tail)\n", tail + tail,
      ]
      try await HandOffDesk.with { desk in
        let got = Locked<[URL]>([])
        try await desk.serving { url in
          got.withLock { $0.append(url) }
        } while: {
          for line in lines {
            let peer = try HandOffPeer(at: try #require(desk.sockets().first))
            try peer.say(line)
            #expect(await peer.response() == "not wanted\n")
          }
          #expect(await desk.handOff().deliver([desk.url()]) == .delivered)
        }
        #expect(got.value.map(\.absoluteString) == [desk.url()])
      }
    }

    @Test func `who says nothing is given up`() async throws {
      try await HandOffDesk.with { desk in
        let waits = Locked(0)
        let listening = desk.handOff(.milliseconds(50)) { _ in waits.withLock { $0 += 1 } }
        try await desk.serving({ _ in }, by: listening) {
          let path = try #require(desk.sockets().first)
          let silent = try (0..<20).map { _ in try HandOffPeer(at: path) }
          try silent[0].say("com.example.app:/half")
          // One that is not given up takes a minute.
          for peer in silent { try #require(await peer.response() == "") }
        }
        // Each that comes wakes it, half a line does, and the end of each patience, which may be rounded.
        #expect(waits.value <= 80, "\(waits.value)")
      }
    }

    @Test(.timeLimit(.minutes(1))) func `who says nothing, or says it slowly, holds up nobody`() async throws {
      try await HandOffDesk.with { desk in
        // None of them would be given up before the test is.
        try await desk.serving({ _ in }, by: desk.handOff(.seconds(600))) {
          let path = try #require(desk.sockets().first)
          let slow = try HandOffPeer(at: path)
          var silent: [HandOffPeer] = []
          for letter in desk.url() {
            // At last more have come than are listened to at once.
            try? slow.say(String(letter))
            silent += try (0..<3).map { _ in try HandOffPeer(at: path) }
            #expect(await desk.handOff().deliver([desk.url(2)]) == .delivered)
          }
          #expect(silent.count > HandOffLoop.mostConnections)
          #expect(await slow.response() == "", "it was the first, and has made room")
        }
      }
    }

    @Test func `while others are silent, nothing is done again and again`() async throws {
      try await HandOffDesk.with { desk in
        let waits = Locked<[Int32]>([])
        let listening = desk.handOff { milliseconds in waits.withLock { $0.append(milliseconds) } }
        try await desk.serving({ _ in }, by: listening) {
          let path = try #require(desk.sockets().first)
          let silent = try (0..<20).map { _ in try HandOffPeer(at: path) }
          for number in 0..<20 { #expect(await desk.handOff().deliver([desk.url(number)]) == .delivered) }
          #expect(silent.count == 20)
        }
        // Each that comes wakes it once to connect, and once to speak; nothing else does.
        #expect(waits.value.count <= 80, "\(waits.value.count)")
        #expect(waits.value.allSatisfy { $0 == -1 || $0 > 1000 })
      }
    }

    @Test func `fifty at once all arrive`() async throws {
      try await HandOffDesk.with { desk in
        let got = Locked<Set<String>>([])
        try await desk.serving { url in
          got.withLock { _ = $0.insert(url.absoluteString) }
        } while: {
          await withTaskGroup(of: CallbackHandOff.Outcome.self) { group in
            for number in 0..<50 { group.addTask { await desk.handOff().deliver([desk.url(number)]) } }
            for await outcome in group { #expect(outcome == .delivered) }
          }
        }
        #expect(got.value == Set((0..<50).map(desk.url)))
      }
    }

    @Test func `a callback that the app throws away is not wanted`() async throws {
      try await HandOffDesk.with { desk in
        let callbacks = try desk.handOff().listen()
        let task = Task {
          // What it holds is not to be logged.
          for await callback in callbacks { #expect("\(callback)" == "<callback>") }
        }
        #expect(await desk.handOff().deliver([desk.url()]) == .noReceiver)
        task.cancel()
      }
    }

    @Test func `an answer counts even when the wait ends right after it`() async throws {
      try await HandOffDesk.with { desk in
        let callbacks = try desk.handOff().listen()
        async let outcome = desk.handOff().deliver([desk.url()])
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
