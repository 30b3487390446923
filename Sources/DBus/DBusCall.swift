#if os(Linux)
  /// A method call, and the types of its response.
  package struct DBusCall {
    let destination: String
    let path: String
    let interface: String
    let member: String
    let body: [DBusValue]
    let response: String

    package init(
      destination: String, path: String, interface: String, member: String, body: [DBusValue] = [],
      response: String = ""
    ) {
      (self.destination, self.path, self.interface, self.member) = (destination, path, interface, member)
      (self.body, self.response) = (body, response)
    }

    var fields: [DBusMessage.Field: DBusValue] {
      [
        .destination: .string(destination), .path: .path(path), .interface: .string(interface),
        .member: .string(member),
      ]
    }

    /// Returns a call of the bus itself (D-Bus specification, "Message Bus Messages").
    package static func bus(_ member: String, _ body: DBusValue...) -> DBusCall {
      let replySignatures = ["Hello": "s", "RequestName": "u", "NameHasOwner": "b"]
      return DBusCall(
        destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
        member: member, body: body, response: replySignatures[member] ?? "")
    }
  }
#endif
