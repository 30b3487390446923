#if os(Linux)
  import AuthSockets
  import Foundation
  import Glibc
  import Testing

  @testable import AuthDBus
  @testable import AuthRuntime

  @Suite struct `A connection to a bus` {
    private static let callSerial: UInt32 = 2

    /// Runs the body with a connection to a bus that sends everything at once, without waiting for calls.
    private func connected<Value: Sendable>(
      authentication: String = "OK", sending messages: [DBusMessage] = [],
      _ body: @escaping @Sendable (DBusConnection) throws -> Value
    ) async throws -> Value {
      let path = FileManager.default.temporaryDirectory.path + "/connection-\(UUID().uuidString)"
      let listener = try UnixSocket.listening(at: path)
      defer { unlink(path) }
      let hello = DBusMessage(.response, serial: 1, [.replySerial: .uint32(1)], body: [.string(":1.1")])
      let bytes = Array("\(authentication)\r\n".utf8) + ([hello] + messages).flatMap { $0.encoded() }
      Thread.detachNewThread {
        var state = pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&state, 1, 60_000)
        guard let client = try? listener.next() else { return }
        let deadline = Deadline(in: SessionBus.patience)
        try? client.write(bytes, until: deadline)
        while let more = try? client.read(until: deadline), !more.isEmpty {}
      }
      return try await apart {
        try body(DBusConnection(to: DBusAddress.all(in: "unix:path=\(path)"), within: SessionBus.patience))
      }
    }

    /// Makes the first call after `Hello`, which has the serial number 1.
    private static func call(over connection: DBusConnection) throws -> DBusMessage {
      try connection.call(.bus("NameHasOwner", .string("a.b")), within: SessionBus.patience)
    }

    private static let response = DBusMessage(
      .response, serial: 3, [.replySerial: .uint32(callSerial)], body: [.boolean(false)])

    private static func signal(_ member: String) -> DBusMessage {
      DBusMessage(.signal, serial: 2, [.path: .path("/"), .interface: .string("a.b"), .member: .string(member)])
    }

    @Test(arguments: ["REJECTED EXTERNAL", "OKAY"])
    func `If the bus doesn't accept the user, connecting fails, even if it responds to calls`(line: String) async {
      await #expect(throws: DBusFailure.unreachable("the bus rejects this user: \(line)")) {
        try await connected(authentication: line) { _ in }
      }
    }

    @Test(arguments: [DBusMessage.Kind.call, .signal])
    func `A message that isn't a response is ignored, even if it refers to the call`(
      kind: DBusMessage.Kind
    ) async throws {
      let other = DBusMessage(kind, serial: 2, [.replySerial: .uint32(Self.callSerial)], body: [.boolean(true)])
      let body = try await connected(sending: [other, Self.response]) { try Self.call(over: $0).body }
      #expect(body == [.boolean(false)])
    }

    @Test(arguments: [DBusMessage.Kind.call, .response, .failure])
    func `A message that isn't a signal isn't kept while a call waits`(kind: DBusMessage.Kind) async throws {
      let other = DBusMessage(kind, serial: 2, [.replySerial: .uint32(99), .member: .string("Other")])
      let member = try await connected(sending: [other, Self.signal("Signal"), Self.response]) { connection in
        _ = try Self.call(over: connection)
        return try connection.signal(within: SessionBus.patience) { $0.text(.member) }
      }
      #expect(member == "Signal")
    }

    @Test func `Of the signals that arrive while a call waits, only the latest 16 are kept`() async throws {
      let signals = (0...16).map { Self.signal("Signal\($0)") }
      let members = try await connected(sending: signals + [Self.response]) { connection in
        _ = try Self.call(over: connection)
        return try (1...16).map { _ in try connection.signal(within: SessionBus.patience) { $0.text(.member) } }
      }
      #expect(members == (1...16).map { "Signal\($0)" })
    }

    @Test func `A line of the handshake has at most 4,096 bytes`() throws {
      let longest = [UInt8](repeating: UInt8(ascii: "a"), count: 4096)
      var input = DBusInput()
      input.add(longest)
      #expect(try input.line() == nil)
      input.add([UInt8(ascii: "\n")])
      #expect(try input.line()?.utf8.count == 4096)
      // A bus that never ends the line is rejected, too.
      for end in ["a", "a\n"] {
        #expect(throws: DBusFailure.broken("the bus doesn't respond with the D-Bus handshake")) {
          var input = DBusInput()
          input.add(longest + Array(end.utf8))
          _ = try input.line()
        }
      }
    }
  }
#endif
