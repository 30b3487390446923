#if os(Linux)
  internal import AuthSockets
  import Foundation

  /// The address of a bus: a Unix socket (D-Bus specification, "Server Addresses").
  package struct DBusAddress: Sendable, Hashable {
    /// The socket's name for the kernel: a path, or a zero byte and an abstract name.
    let name: [UInt8]

    private init?(_ name: [UInt8]) {
      guard name.count > 1, name.count <= UnixSocket.maximumNameLength, !name.dropFirst().contains(0) else {
        return nil
      }
      self.name = name
    }

    /// Returns the addresses of the user's session bus, in the order to try ("Well-known Message Bus Instances").
    package static func sessionBus(in environment: [String: String]) throws(DBusFailure) -> [DBusAddress] {
      if let text = environment["DBUS_SESSION_BUS_ADDRESS"], !text.isEmpty {
        let addresses = all(in: text)
        guard !addresses.isEmpty else { throw .unreachable("DBUS_SESSION_BUS_ADDRESS doesn't contain a Unix socket") }
        return addresses
      }
      // The location that systemd uses.
      guard let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/"),
        let address = DBusAddress(Array("\(folder)/bus".utf8))
      else { throw .unreachable("neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set correctly") }
      return [address]
    }

    /// Returns the Unix sockets in a list of addresses. Other addresses, such as `tcp:`, are ignored.
    static func all(in text: String) -> [DBusAddress] {
      text.utf8.split(separator: UInt8(ascii: ";")).compactMap { DBusAddress(entry: $0) }
    }

    private init?(entry: Substring.UTF8View) {
      let transport = Array("unix:".utf8)
      guard entry.starts(with: transport) else { return nil }
      var values: [String: [UInt8]] = [:]
      for pair in entry.dropFirst(transport.count).split(separator: UInt8(ascii: ",")) {
        let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        // A key that occurs twice is ambiguous.
        guard parts.count == 2, let value = Self.unescaped(parts[1]),
          values.updateValue(value, forKey: String(Substring(parts[0]))) == nil
        else { return nil }
      }
      switch (values["path"], values["abstract"]) {
      case (let path?, nil) where path.first != 0: self.init(path)
      case (nil, let name?): self.init([0] + name)
      default: return nil
      }
    }

    /// Returns `nil` if a `%` isn't followed by two digits.
    private static func unescaped(_ text: Substring.UTF8View) -> [UInt8]? {
      var bytes: [UInt8] = []
      var rest = text
      while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "%") else {
          bytes.append(byte)
          continue
        }
        guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else { return nil }
        bytes.append(high << 4 | low)
      }
      return bytes
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
      default: nil
      }
    }
  }
#endif
