#if Loopback
  import AuthTesting
  import Foundation
  import TestSupport
  import Testing

  @testable import AuthRuntime

  @Suite struct `The one-time address for the browser` {
    private static let destination =
      URL(string: "https://id.example.com/authorize?state=s3cret&nonce=n") ?? URL(filePath: "/")

    /// A browser's command made of shell commands. `$1` is the address on its command line.
    private struct ScriptedCommand {
      let folder: URL
      var arguments: URL { folder.appendingPathComponent("arguments") }
      var statuses: URL { folder.appendingPathComponent("statuses") }
      var browser: SystemBrowser {
        SystemBrowser(environment: [
          "BROWSER": folder.appendingPathComponent("browser").path, "PATH": "/usr/bin:/bin", "OUT": folder.path,
        ])
      }

      static func with(_ commands: String, _ body: (ScriptedCommand) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("launch-\(RandomText.make())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let program = folder.appendingPathComponent("browser")
        try Data("#!/bin/sh\nprintf '%s\\n' \"$@\" > \"$OUT/arguments\"\n\(commands)\n".utf8).write(to: program)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
        try await body(ScriptedCommand(folder: folder))
      }

      func words(_ file: URL) throws -> [String] {
        try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isWhitespace).map(String.init)
      }
    }

    private static let follow = "curl -sSL -o /dev/null \"$1\""
    private static let fetch = "curl -sS -o /dev/null \"$1\""

    /// Signs in with a browser that runs the commands.
    ///
    /// - Parameter body: Gets the name of the failure's case, `nil` after a success.
    private func signIn(_ commands: String, _ body: (ScriptedCommand, String?) throws -> Void) async throws {
      try await withProvider { provider in
        try await ScriptedCommand.with(commands) { command in
          let client = provider.client(environment: AuthEnvironment(browser: command.browser))
          let failure = await failure { () async throws(StepFailure) in
            try await client.signIn(scopes: [], parameters: .init())
          }
          try body(command, failure?.caseName)
        }
      }
    }

    @Test func `The browser's command line shows a one-time address and never the authorization URL`() async throws {
      try await signIn(Self.follow) { command, failure in
        #expect(failure == nil)
        let words = try command.words(command.arguments)
        let address = try #require(words.first.flatMap { URL(string: $0) })
        #expect(words.count == 1 && address.host == "127.0.0.1" && address.query == nil)
        #expect(address.path.utf8.count == 44)
      }
    }

    @Test func `A second fetch of the one-time address ends the sign-in`() async throws {
      try await signIn("\(Self.fetch); \(Self.fetch)") { _, failure in
        #expect(failure == "openedTwice")
      }
    }

    @Test func `A prefetch, a prerender, an image and HEAD neither count nor learn the destination`() async throws {
      let probes = [
        "-I", "-H 'Sec-Purpose: prefetch'", "-H 'Sec-Purpose: prefetch;prerender'", "-H 'Purpose: prefetch'",
        "-H 'Sec-Fetch-Dest: image'", "-X POST", "-H 'Host: evil.example'",
      ]
      let lines = probes.map {
        "curl -sS -o /dev/null -w '%{http_code}%{redirect_url}\\n' \($0) \"$1\" >> \"$OUT/statuses\""
      }
      try await signIn((lines + [Self.follow]).joined(separator: "\n")) { command, failure in
        #expect(failure == nil)
        let statuses = try command.words(command.statuses)
        #expect(statuses == ["405", "403", "403", "403", "403", "405", "421"])
      }
    }

    /// Only root can start a process of another user. `is judged by the user in the kernel's table` runs for everyone.
    @Test(.enabled(if: geteuid() == 0, "it takes root to start another user's process"))
    func `Another user who fetches the one-time address ends the sign-in and learns nothing`() async throws {
      let steal =
        "setpriv --reuid=65534 --regid=65534 --clear-groups "
        + "curl -sS -o /dev/null -w '%{http_code}%{redirect_url}' \"$1\" > \"$OUT/statuses\""
      try await signIn(steal) { command, failure in
        #expect(failure == "openedByAnotherUser")
      }
    }

    private static func router(
      owner: PeerOwner, _ events: Guarded<[LaunchRouter.Event]>
    ) -> LaunchRouter {
      LaunchRouter(
        authority: "127.0.0.1:4000", path: "/once", destination: destination, owner: { _ in owner }
      ) { event in events.withLock { $0.append(event) } }
    }

    @Test func `A connection of another user gets no destination, and neither does anyone after it`() {
      let events = Guarded<[LaunchRouter.Event]>([])
      let router = Self.router(owner: .anotherUser, events)
      let request = LoopbackRequest(method: "GET", target: "/once", headers: ["host": "127.0.0.1:4000"])
      let answers = [router.answer(request), router.answer(request)]
      #expect(answers.map(\.status) == [410, 410])
      #expect(answers.allSatisfy { $0.location == nil })
      #expect(events.withLock { $0 } == [.misused(.openedByAnotherUser), .misused(.openedByAnotherUser)])
    }

    @Test func `The first navigation gets the destination, and the second one ends the sign-in`() {
      let events = Guarded<[LaunchRouter.Event]>([])
      let router = Self.router(owner: .thisUser, events)
      let request = LoopbackRequest(method: "GET", target: "/once", headers: ["host": "127.0.0.1:4000"])
      let answers = [router.answer(request), router.answer(request)]
      #expect(answers.map(\.status) == [303, 410])
      #expect(answers.map(\.location) == [Self.destination, nil])
      #expect(events.withLock { $0 } == [.opened, .misused(.openedTwice)])
    }

    @Test(arguments: [
      ("0100007F:D431 0100007F:0FA0 01", "1000", PeerOwner.thisUser),
      ("0100007F:D431 0100007F:0FA0 01", "0", .thisUser),
      ("0100007F:D431 0100007F:0FA0 01", "1001", .anotherUser),
      // Closed by its owner: the kernel calls it root's.
      ("0100007F:D431 0100007F:0FA0 05", "0", .anotherUser),
      ("0100007F:D431 0100007F:0FA1 01", "1000", .anotherUser),
      ("0200007F:D431 0100007F:0FA0 01", "1000", .anotherUser),
      ("0000000000000000FFFF00000100007F:D431 0000000000000000FFFF00000100007F:0FA0 01", "1000", .thisUser),
    ])
    func `The other end of a connection is judged by the user in the kernel's table`(
      row: String, user: String, expected: PeerOwner
    ) {
      let table = """
          sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
           0: 0100007F:0FA0 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 1 1
           1: \(row) 00000000:00000000 00:00000000 00000000 \(user)        0 2 1
        """
      let peer = LoopbackPeer(address: "127.0.0.1", port: 0xD431, serverPort: 4000)
      #expect(PeerOwner(of: peer, in: [table], user: 1000, mayBeOutside: false) == expected)
    }

    @Test func `A browser outside of the machine's tables is accepted under WSL alone`() {
      let peer = LoopbackPeer(address: "127.0.0.1", port: 5000, serverPort: 4000)
      #expect(PeerOwner(of: peer, in: [""], user: 1000, mayBeOutside: true) == .unknown)
      #expect(PeerOwner(of: peer, in: [""], user: 1000, mayBeOutside: false) == .anotherUser)
      #expect(PeerOwner(of: peer, in: [], user: 1000, mayBeOutside: false) == .unknown)
    }

    @Test func `The address works no more once the sign-in is over`() async throws {
      let page = try await LaunchPage.start(leadingTo: Self.destination, pages: CallbackPages())
      await page.close()
      await #expect(throws: TransportFailure.self) {
        try await AuthEnvironment.platformTransport.send(HTTPRequest(url: page.address))
      }
    }
  }
#endif
