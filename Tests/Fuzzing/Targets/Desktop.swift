#if os(Linux)
  import Foundation

  @testable import AuthConfiguration
  @testable import AuthDBus
  @testable import AuthDesktopIntegration

  extension FuzzEntry {
    /// The line of a process that hands over a callback. The first byte sets the size of the parts in which it arrives.
    static let handOff = FuzzEntry(longest: 20_000) { bytes in
      let (variant, input) = bytes.variant
      var whole = HandOffLine(atMost: CallbackScheme.maximumCallbackLength)
      let outcome = whole.add(input)
      var line = HandOffLine(atMost: CallbackScheme.maximumCallbackLength)
      var progress = HandOffLine.Progress.more
      for part in input.parts(Int(variant) + 1) where progress == .more { progress = line.add(part) }
      try require(progress == outcome || input.isEmpty, "the line depends on the size of its parts")
      guard case .line(let text) = outcome else { return .rejected }
      try require(!text.utf8.contains(UInt8(ascii: "\n")), "a line has a line break")
      let scheme = try CallbackScheme("com.example.app")
      guard let url = scheme.callback(text) else { return .rejected }
      try require(url.absoluteString.isExactly(text), "a callback is changed")
      try require(url.scheme?.lowercased() == "com.example.app", "a callback of another scheme is accepted")
      try require(text.utf8.count <= CallbackScheme.maximumCallbackLength, "a callback is too long")
      return .accepted
    }

    /// What a bus sends: a line of the handshake, and messages. The first byte sets the size of the parts in which it arrives.
    static let dbusInput = FuzzEntry(longest: 9000) { bytes in
      let (variant, sent) = bytes.variant
      let whole = read(in: [sent])
      let parts = read(in: sent.parts(Int(variant) + 1))
      try require(parts?.line == whole?.line, "the line depends on the size of the parts")
      try require(parts?.messages == whole?.messages, "messages depend on the size of the parts")
      guard let whole else { return .rejected }
      try require(whole.line.utf8.count <= 3 * DBusInput.maximumLineLength, "a line is too long")
      try require(!whole.line.utf8.contains(UInt8(ascii: "\n")), "a line has a line break")
      let start = sent.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      try require(Array(sent[start...]).starts(with: whole.messages), "bytes of a message are lost")
      return .accepted
    }

    /// Returns the line, and the bytes of all whole messages. Reads like `DBusConnection`.
    private static func read(in parts: [[UInt8]]) -> (line: String, messages: [UInt8])? {
      var (input, rest) = (DBusInput(), parts[...])
      var (line, messages, missing): (String?, [UInt8], Int?) = (nil, [], nil)
      while true {
        do throws(DBusFailure) {
          if line == nil {
            line = try input.line()
          }
          while line != nil {
            guard let found = input.take(missing ?? DBusMessage.start) else { break }
            messages += found
            missing = missing == nil ? try DBusMessage.length(of: found) - DBusMessage.start : nil
          }
        } catch { return line.map { ($0, messages) } }
        guard let more = rest.popFirst() else { return line.map { ($0, messages) } }
        input.add(more)
      }
    }

    static let dbus = FuzzEntry { bytes in
      if let length = try? DBusMessage.length(of: bytes) {
        try require((DBusMessage.start...DBusMessage.maximumBytes).contains(length), "a message's length isn't limited")
      }
      let message: DBusMessage
      do throws(DBusFailure) { message = try DBusMessage(bytes) } catch { return .rejected }
      // A message of an unknown kind is ignored, and never written.
      guard message.kind != nil else { return .rejected }
      for order in DBusByteOrder.allCases {
        let written = message.encoded(order)
        let again: DBusMessage
        do throws(DBusFailure) { again = try DBusMessage(written) } catch {
          throw BrokenProperty(description: "a written message isn't read back: \(error)")
        }
        // Compares the bytes instead of the values, because a number may be NaN.
        try require(again.encoded(order) == written, "a message is changed")
      }
      return .accepted
    }

    static let dbusAddress = FuzzEntry { bytes in
      let addresses = DBusAddress.all(in: bytes.text)
      for address in addresses {
        try require((2...108).contains(address.name.count), "an address doesn't fit into a socket address")
        try require(!address.name.dropFirst().contains(0), "an address contains a zero byte")
      }
      return addresses.isEmpty ? .rejected : .accepted
    }
  }

  extension [UInt8] {
    /// The bytes in parts of this size. The last one may be smaller.
    fileprivate func parts(_ size: Int) -> [[UInt8]] {
      stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
    }
  }
#endif
