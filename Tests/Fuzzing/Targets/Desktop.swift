#if os(Linux)
  import Foundation

  @testable import AuthConfiguration
  @testable import AuthDBus
  @testable import AuthDesktopIntegration

  extension FuzzEntry {
    static let handOff = FuzzEntry(longest: 20_000) { bytes in
      let scheme = try CallbackScheme("com.example.app")
      guard let url = scheme.callback(bytes.text) else { return .rejected }
      try require(url.absoluteString.isExactly(bytes.text), "a callback is changed")
      try require(url.scheme?.lowercased() == "com.example.app", "a callback of another scheme is accepted")
      try require(bytes.count <= CallbackScheme.longestCallback, "a callback is too long")
      return .accepted
    }

    static let dbus = FuzzEntry { bytes in
      if let length = try? DBusMessage.length(of: bytes) {
        try require((DBusMessage.start...DBusMessage.longest).contains(length), "a message's length isn't limited")
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
#endif
