#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import AuthDesktopIntegration
  @testable import AuthRuntime

  @Suite struct `Other users of the machine` {
    /// The folder is opened to everyone first, because otherwise the kernel keeps other users out.
    @Test(.enabled(if: geteuid() == 0, "only root can act as another user"))
    func `Another user's process is rejected, even if the folder admits it`() async throws {
      try await HandOffFixture.with { fixture in
        let got = Locked<[URL]>([])
        try await fixture.serving({ url in got.withLock { $0.append(url) } }) {
          let path = try #require(fixture.sockets().first)
          let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
          #expect(try permissions(folder.path) == 0o700)
          #expect(try permissions(path) == 0o600)
          let own = try await say(fixture.url(), at: path, as: [])
          #expect(own == "taken\n")
          for (file, mode) in [(fixture.runtime.path, 0o755), (folder.path, 0o755), (path, 0o777)] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
          }
          let foreign = try await say(
            fixture.url(2), at: path, as: ["/usr/bin/setpriv", "--reuid", "65534", "--clear-groups", "--"])
          #expect(foreign == "")
        }
        #expect(got.value.map(\.absoluteString) == [fixture.url()])
      }
    }

    @Test(.enabled(if: geteuid() == 0, "only root can act as another user"))
    func `Another user's socket receives nothing, even if it is among the user's own`() async throws {
      try await HandOffFixture.with { fixture in
        let path = try HandOffFolder(fixture.environment).newSocket(for: CallbackScheme(fixture.scheme))
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        func open(_ mode: Int) throws {
          for file in [fixture.runtime.path, folder] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
          }
        }
        try open(0o777)
        let impostor = """
          use IO::Socket::UNIX;
          my $socket = IO::Socket::UNIX->new(Local => $ARGV[0], Listen => 1) or die "no socket: $!";
          print STDERR "listening\\n";
          my $peer = $socket->accept;
          print <$peer>;
          """
        let words = ["--reuid", "65534", "--clear-groups", "--", "/usr/bin/perl", "-e", impostor, path]
        let delivered = Locked<[CallbackHandOff.Outcome]>([])
        let outcome = try await Command.run(URL(fileURLWithPath: "/usr/bin/setpriv"), words) { line in
          #expect(line == "listening")
          try? open(0o700)
          let outcome = await fixture.handOff().deliver([fixture.url()])
          delivered.withLock { $0.append(outcome) }
        }
        #expect(delivered.value == [.noReceiver])
        #expect(outcome.output == "")
      }
    }

    private func permissions(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    /// Connects in another program, and returns the response.
    private func say(_ text: String, at path: String, as user: [String]) async throws -> String {
      let program = """
        use IO::Socket::UNIX;
        $SIG{PIPE} = 'IGNORE';
        my $socket = IO::Socket::UNIX->new(Peer => $ARGV[0]) or die "no connection: $!";
        $socket->print("$ARGV[1]\\n");
        $socket->flush;
        print <$socket>;
        """
      let words = user + ["/usr/bin/perl", "-e", program, path, text]
      let outcome = try await Command.run(URL(fileURLWithPath: words[0]), Array(words.dropFirst()))
      #expect(!outcome.errors.contains("no connection"), "\(outcome.errors)")
      return outcome.output
    }
  }
#endif
