#if os(Linux)
  import AuthConfiguration
  internal import AuthSockets

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// A connection to a message bus, used by one thread at a time. After a failure other than ``DBusFailure/rejected`` it
  /// is of no use any more.
  package final class DBusConnection {
    private let stream: DBusStream
    private var lastSerial: UInt32 = 0
    /// Signals that came while an answer was awaited. Others may send as many as they like, so only the latest are
    /// kept.
    private var signals: [DBusMessage] = []
    private static let mostSignals = 16

    /// Connects to the first bus that listens, and says who this is.
    package init(to addresses: [DBusAddress], within time: Duration) throws(DBusFailure) {
      let deadline = Deadline(in: time)
      stream = try Self.connect(to: addresses, until: deadline)
      try authenticate(until: deadline)
      _ = try call(.bus("Hello"), within: time)
    }

    private static func connect(
      to addresses: [DBusAddress], until deadline: Deadline
    ) throws(DBusFailure) -> DBusStream {
      var failure = DBusFailure.unreachable("it has no address")
      for address in addresses {
        do throws(DBusFailure) { return try DBusStream(to: address, until: deadline) } catch { failure = error }
      }
      throw failure
    }

    /// The kernel tells the bus who this is ("Authentication Mechanisms", EXTERNAL).
    private func authenticate(until deadline: Deadline) throws(DBusFailure) {
      let user = Hex.encode(Array(String(geteuid()).utf8))
      try stream.write(Array("\0AUTH EXTERNAL \(user)\r\n".utf8), until: deadline)
      let response = try stream.line(until: deadline)
      guard response == "OK" || response.hasPrefix("OK ") else {
        throw .unreachable("the bus does not let this user in: \(response.plainText(limit: 60))")
      }
      try stream.write(Array("BEGIN\r\n".utf8), until: deadline)
    }

    /// Asks, and waits for the answer.
    ///
    /// - Returns: The answer, whose body has the types that the call expects.
    package func call(_ call: DBusCall, within time: Duration) throws(DBusFailure) -> DBusMessage {
      let deadline = Deadline(in: time)
      let serial = try send(.call, call.fields, body: call.body, until: deadline)
      while true {
        let message = try next(until: deadline)
        guard message.fields[.replySerial] == .uint32(serial) else {
          keep(message)
          continue
        }
        if message.kind == .failure {
          let reason = message.body.first?.text ?? ""
          throw .rejected(name: message.text(.errorName) ?? "", message: reason.plainText(limit: 100))
        }
        guard message.kind == .response else { continue }
        guard message.body.map(\.type.code).joined() == call.response else {
          throw .broken("\(call.member) was answered with something else")
        }
        return message
      }
    }

    /// Waits for a signal, which may have come before.
    package func signal<Found>(
      within time: Duration, where find: (DBusMessage) -> Found?
    ) throws(DBusFailure) -> Found {
      let deadline = Deadline(in: time)
      while true {
        for (index, signal) in signals.enumerated() {
          guard let found = find(signal) else { continue }
          signals.removeFirst(index + 1)
          return found
        }
        signals = []
        keep(try next(until: deadline))
      }
    }

    private func keep(_ message: DBusMessage) {
      guard message.kind == .signal else { return }
      signals.append(message)
      if signals.count > Self.mostSignals { signals.removeFirst() }
    }

    /// - Returns: The message's number, by which the answer says what it answers.
    @discardableResult
    func send(
      _ kind: DBusMessage.Kind, _ fields: [DBusMessage.Field: DBusValue], body: [DBusValue],
      until deadline: Deadline
    ) throws(DBusFailure) -> UInt32 {
      // Zero is no number.
      lastSerial = lastSerial == .max ? 1 : lastSerial + 1
      let message = DBusMessage(kind, serial: lastSerial, fields, body: body)
      try stream.write(message.encoded(), until: deadline)
      return lastSerial
    }

    /// The next message, whatever it is.
    func next(until deadline: Deadline) throws(DBusFailure) -> DBusMessage {
      let start = try stream.read(DBusMessage.start, until: deadline)
      let length = try DBusMessage.length(of: start)
      return try DBusMessage(start + stream.read(length - DBusMessage.start, until: deadline))
    }
  }
#endif
