#if os(Linux)
  import AuthSockets
  import Foundation
  import TestSupport
  import Testing

  @testable import AuthDesktopIntegration
  @testable import AuthRuntime

  private struct NotWanted: Error {}

  @Suite struct `Processes that hand callbacks over` {
    @Test func `Of several waiting processes, the newest gets the callback first, until one accepts it`() async throws {
      try await HandOffFixture.with { fixture in
        let asked = Locked<[Int]>([])
        @Sendable func ask(_ number: Int) throws {
          asked.withLock { $0.append(number) }
          if number == 2 || number == 3 { throw NotWanted() }
        }
        try await fixture.serving { _ in
          try ask(1)
        } while: {
          try await fixture.serving { _ in
            try ask(2)
          } while: {
            try await fixture.serving { _ in
              try ask(3)
            } while: {
              let count = try fixture.sockets().count
              #expect(count == 3)
              #expect(await fixture.handOff().deliver([fixture.url()]) == .delivered)
            }
          }
        }
        #expect(asked.value == [3, 2, 1])
      }
    }

    @Test func `A process that doesn't respond is skipped`() async throws {
      try await HandOffFixture.with { fixture in
        try await fixture.serving { _ in
        } while: {
          let path = try HandOffFolder(fixture.environment).newSocket(for: CallbackScheme(fixture.scheme))
          let hanging = try UnixSocket.listening(at: path)
          await fixture.deliverSoon()
          // The process is alive, so its socket stays.
          let count = try fixture.sockets().count
          #expect(count == 2)
          _ = consume hanging
        }
      }
    }

    @Test func `A dead process's socket is removed`() async throws {
      try await HandOffFixture.with { fixture in
        let path = try HandOffFolder(fixture.environment).newSocket(for: CallbackScheme(fixture.scheme))
        func die() throws { _ = try UnixSocket.listening(at: path) }
        try die()
        #expect(try fixture.sockets() == [path])
        #expect(await fixture.handOff().deliver([fixture.url()]) == .noReceiver)
        #expect(try fixture.sockets() == [])
        try die()
        try await fixture.serving { _ in
        } while: {
          let count = try fixture.sockets().count
          #expect(count == 1)
        }
      }
    }

    @Test func `A process that closes the connection without a response is skipped immediately`() async throws {
      try await HandOffFixture.with { fixture in
        let path = try HandOffFolder(fixture.environment).newSocket(for: CallbackScheme(fixture.scheme))
        let listener = try UnixSocket.listening(at: path)
        Thread.detachNewThread {
          var state = pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0)
          _ = poll(&state, 1, 300_000)
          // Reads the line, because closing the connection with unread data would cause an error for the sender.
          _ = try? listener.next().read(until: Deadline(in: .seconds(300)))
        }
        let patience = Duration.seconds(300)
        let deadline = Deadline(in: patience)
        #expect(await fixture.handOff(patience).deliver([fixture.url()]) == .noReceiver)
        #expect(!deadline.isOver, "the sender waited until its time limit")
      }
    }

    @Test func `An app sees only the sockets of its own scheme`() async throws {
      try await HandOffFixture.with { fixture in
        let folder = try HandOffFolder(fixture.environment)
        let other = try CallbackScheme("com.example.other")
        let paths = try [folder.newSocket(for: CallbackScheme(fixture.scheme)), folder.newSocket(for: other)]
        for path in paths { _ = try UnixSocket.listening(at: path) }
        #expect(try fixture.sockets() == [paths[0]])
        #expect(folder.sockets(for: other) == [paths[1]])
      }
    }

    @Test func `A socket that another process is still creating isn't removed`() async throws {
      try await HandOffFixture.with { fixture in
        let path = try HandOffFolder(fixture.environment).newSocket(for: CallbackScheme(fixture.scheme)) + ".new"
        // The socket is closed immediately, so it rejects connections like one that doesn't listen yet.
        _ = try UnixSocket.listening(at: path)
        #expect(try fixture.sockets() == [])
        #expect(await fixture.handOff().deliver([fixture.url()]) == .noReceiver)
        #expect(FileManager.default.fileExists(atPath: path))
      }
    }

    @Test func `A link to a socket in another folder isn't followed`() async throws {
      try await HandOffFixture.with { elsewhere in
        try await elsewhere.serving { _ in
        } while: {
          try await HandOffFixture.with { fixture in
            let link = try HandOffFolder(fixture.environment).newSocket(for: CallbackScheme(fixture.scheme))
            let path = try #require(elsewhere.sockets().first)
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
            #expect(await fixture.handOff().deliver([fixture.url()]) == .noReceiver)
          }
          #expect(await elsewhere.handOff().deliver([elsewhere.url()]) == .delivered)
        }
      }
    }

    @Test func `Cancellation stops listening and removes the socket`() async throws {
      try await HandOffFixture.with { fixture in
        let (begun, continuation) = AsyncStream.makeStream(of: Void.self)
        let (listening, listens) = AsyncStream.makeStream(of: Void.self)
        let (scheme, environment) = (fixture.scheme, fixture.environment)
        let handOff = CallbackHandOff(scheme: scheme, environment: environment, patience: .seconds(60)) {
          states, milliseconds in
          listens.finish()
          return HandOffLoop.systemPoll(&states, milliseconds)
        }
        let serving = Task { try await handOff.serve { _ in continuation.yield() } }
        for await _ in listening {}
        #expect(await fixture.handOff().deliver([fixture.url()]) == .delivered)
        for await _ in begun { break }
        serving.cancel()
        try await serving.value
        #expect(try fixture.sockets() == [])
        #expect(await fixture.handOff().deliver([fixture.url()]) == .noReceiver)
      }
    }

    @Test func `Releasing the stream stops listening`() async throws {
      try await HandOffFixture.with { fixture in
        func give() throws { _ = try fixture.handOff().listen() }
        try give()
        #expect(try fixture.sockets() == [])
      }
    }

    @Test func `Only processes of the same user are trusted`() {
      #expect(DesktopHandOff.trusts(1000, here: 1000))
      for (peer, here) in [(1001, 1000), (0, 1000), (1000, 0), (nil, 1000)] as [(uid_t?, uid_t)] {
        #expect(!DesktopHandOff.trusts(peer, here: here))
      }
    }

    @Test(arguments: [".", "/no/such/folder", "/proc/self/status"])
    func `A runtime folder with a relative path, or one that doesn't exist, isn't used`(runtime: String) throws {
      var checked: [String] = []
      _ = try HandOffFolder(["XDG_RUNTIME_DIR": runtime]) { path throws(DesktopFailure) in checked.append(path) }
      #expect(checked == ["\(FileManager.default.temporaryDirectory.path)/swift-auth-\(geteuid())"])
    }

    @Test(arguments: [([:], true), (["XDG_RUNTIME_DIR": "/"], false)])
    func `If the folder can't be used, the failure suggests a runtime folder unless there is one`(
      environment: [String: String], isSuggested: Bool
    ) {
      let failure = #expect(throws: DesktopFailure.self) {
        _ = try HandOffFolder(environment) { path throws(DesktopFailure) in
          if path != "/" { throw .cannotListen("\(path) belongs to user 7") }
        }
      }
      guard case .cannotListen(let reason)? = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
      #expect(reason.contains("swift-auth") && reason.contains(" belongs to user 7"))
      #expect(reason.hasSuffix("; set XDG_RUNTIME_DIR to a folder that only this user can access") == isSuggested)
    }

    @Test func `A folder that others can write to, or a path that is too long, is rejected`() async throws {
      try await HandOffFixture.with { fixture in
        let folder = fixture.runtime.appendingPathComponent("swift-auth")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for open in [folder, fixture.runtime] {
          try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: open.path)
          #expect(throws: SchemeFailure.self) { try fixture.handOff().listen() }
          #expect(await fixture.handOff().deliver([fixture.url()]) == .noReceiver)
          try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: open.path)
        }

        let most = HandOffFolder.maximumRuntimeLength
        for excess in 0...1 {
          let name = String(repeating: "x", count: most + excess * 20 - fixture.runtime.path.utf8.count - 1)
          let long = fixture.runtime.appendingPathComponent(name)
          try FileManager.default.createDirectory(at: long, withIntermediateDirectories: true)
          let handOff = CallbackHandOff(scheme: fixture.scheme, environment: ["XDG_RUNTIME_DIR": long.path])
          do throws(SchemeFailure) {
            _ = try handOff.listen()
            #expect(excess == 0)
          } catch {
            #expect(excess == 1 && error.description.contains("at most \(most) bytes"), "\(error)")
          }
        }
      }
    }
  }
#endif
