#if os(Linux)
  import AuthConfiguration
  internal import AuthSockets

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// A connection to a message bus, used by one thread at a time. After any failure other than ``DBusFailure/rejected``, it
  /// can't be used again.
  package final class DBusConnection {
    private let stream: DBusStream
    private var lastSerial: UInt32 = 0
    /// Signals that arrived while a call was waiting for its response. Other programs may send any number of signals, so only
    /// the latest are kept.
    private var signals: [DBusMessage] = []
    private static let maximumSignals = 16

    /// Connects to the first bus that listens, and authenticates.
    package init(to addresses: [DBusAddress], within time: Duration) throws(DBusFailure) {
      let deadline = Deadline(in: time)
      stream = try Self.connect(to: addresses, until: deadline)
      try authenticate(until: deadline)
      _ = try call(.bus("Hello"), within: time)
    }

    private static func connect(
      to addresses: [DBusAddress], until deadline: Deadline
    ) throws(DBusFailure) -> DBusStream {
      var failure = DBusFailure.unreachable("the list of addresses is empty")
      for address in addresses {
        do throws(DBusFailure) { return try DBusStream(to: address, until: deadline) } catch { failure = error }
      }
      throw failure
    }

    /// Authenticates. The kernel proves the user's identity to the bus ("Authentication Mechanisms", EXTERNAL).
    private func authenticate(until deadline: Deadline) throws(DBusFailure) {
      let user = Hex.encode(Array(String(geteuid()).utf8))
      try stream.write(Array("\0AUTH EXTERNAL \(user)\r\n".utf8), until: deadline)
      let response = try stream.line(until: deadline)
      guard response == "OK" || response.hasPrefix("OK ") else {
        throw .unreachable("the bus rejects this user: \(response.plainText(limit: 60))")
      }
      try stream.write(Array("BEGIN\r\n".utf8), until: deadline)
    }

    /// Sends a call, and waits for the response.
    ///
    /// - Returns: The response. Its body has the types that the call expects.
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
          throw .broken("the response to \(call.member) has unexpected types")
        }
        return message
      }
    }

    /// Waits for a signal, which may already have arrived.
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
      if signals.count > Self.maximumSignals { signals.removeFirst() }
    }

    /// - Returns: The message's serial number, which the response refers to.
    @discardableResult
    func send(
      _ kind: DBusMessage.Kind, _ fields: [DBusMessage.Field: DBusValue], body: [DBusValue],
      until deadline: Deadline
    ) throws(DBusFailure) -> UInt32 {
      // Zero isn't a valid serial number.
      lastSerial = lastSerial == .max ? 1 : lastSerial + 1
      let message = DBusMessage(kind, serial: lastSerial, fields, body: body)
      try stream.write(message.encoded(), until: deadline)
      return lastSerial
    }

    /// Returns the next message of any kind.
    func next(until deadline: Deadline) throws(DBusFailure) -> DBusMessage {
      let start = try stream.read(DBusMessage.start, until: deadline)
      let length = try DBusMessage.length(of: start)
      return try DBusMessage(start + stream.read(length - DBusMessage.start, until: deadline))
    }
  }
#endif
