#if os(Linux)
  internal import AuthDBus

  /// How long things may take.
  struct SecretServiceTimes: Sendable {
    /// One call, which waits for no person.
    var call: Duration
    /// A person's answer.
    var prompt: Duration
  }

  /// A session with the service that keeps secrets (Secret Service API draft 0.2), over one connection.
  final class SecretService {
    static let name = "org.freedesktop.secrets"
    /// Stands for "no object" and "no prompt".
    static let nothing = "/"
    private static let root = "/org/freedesktop/secrets"

    let connection: DBusConnection
    let times: SecretServiceTimes
    private var session = SecretService.nothing

    init(in environment: [String: String], _ times: SecretServiceTimes) throws(SecretServiceError) {
      self.times = times
      do throws(DBusFailure) {
        connection = try DBusConnection(to: DBusAddress.sessionBus(in: environment), within: times.call)
      } catch {
        throw .bus(error)
      }
      // Before the session: some versions of gnome-keyring do not survive many sessions in the moment that they start.
      _ = try defaultCollection()
      let response = try ask("Service", "OpenSession", [.string("plain"), .variant(.string(""))], response: "vo")
      session = response.last?.text ?? Self.nothing
    }

    /// Calls a method of the service, or of one of its objects.
    func ask(
      _ interface: String, _ member: String, _ body: [DBusValue] = [], at path: String = SecretService.root,
      response: String = ""
    ) throws(SecretServiceError) -> [DBusValue] {
      try ask(
        DBusCall(
          destination: Self.name, path: path, interface: "org.freedesktop.Secret.\(interface)", member: member,
          body: body, response: response)
      ).body
    }

    func ask(_ call: DBusCall) throws(SecretServiceError) -> DBusMessage {
      do throws(DBusFailure) { return try connection.call(call, within: times.call) } catch { throw .bus(error) }
    }

    /// A property of one of the service's objects.
    func property(_ interface: String, _ name: String, at path: String) throws(SecretServiceError) -> DBusValue? {
      try ask(
        DBusCall(
          destination: Self.name, path: path, interface: "org.freedesktop.DBus.Properties", member: "Get",
          body: [.string("org.freedesktop.Secret.\(interface)"), .string(name)], response: "v")
      ).body.first?.content
    }

    /// Where new items go.
    ///
    /// - Returns: `nil` when the service has no such place.
    func defaultCollection() throws(SecretServiceError) -> String? {
      let path = try ask("Service", "ReadAlias", [.string("default")], response: "o").first?.text
      return path == Self.nothing ? nil : path
    }

    /// The secret of an unlocked item.
    func secret(of item: String) throws(SecretServiceError) -> [UInt8] {
      let response = try ask("Item", "GetSecret", [.path(session)], at: item, response: "(oayays)")
      guard case .structure(let parts)? = response.first, parts.count == 4, case .bytes(let content) = parts[2] else {
        throw .bus(.broken("a secret has another shape"))
      }
      return content
    }

    /// Puts an item in the place of the one with the same attributes, or adds it.
    func create(_ item: SecretItem, in collection: String) throws(SecretServiceError) {
      let properties = DBusValue.properties([
        ("org.freedesktop.Secret.Item.Label", .string(item.label)),
        ("org.freedesktop.Secret.Item.Attributes", .strings(item.attributes)),
      ])
      let secret = DBusValue.structure([.path(session), .bytes([]), .bytes(item.secret), .string(item.contentType)])
      let response = try ask(
        "Collection", "CreateItem", [properties, secret, .boolean(true)], at: collection, response: "oo")
      try settle(prompt: response.last?.text)
    }

    func delete(_ item: String) throws(SecretServiceError) {
      try settle(prompt: try ask("Item", "Delete", at: item, response: "o").first?.text)
    }

    /// Unlocks items or collections, for which the user may be asked.
    func unlock(_ paths: [String]) throws(SecretServiceError) {
      let response = try ask("Service", "Unlock", [.paths(paths)], response: "aoo")
      try settle(prompt: response.last?.text)
    }
  }
#endif
