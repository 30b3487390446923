#if os(Linux)
  internal import AuthDBus

  /// Time limits for the Secret Service.
  struct SecretServiceTimes: Sendable {
    /// The limit for a call that doesn't wait for the user.
    var call: Duration
    /// The limit for the user's response to a prompt.
    var prompt: Duration
  }

  /// A session with the Secret Service (Secret Service API draft 0.2), over one connection.
  final class SecretService {
    static let name = "org.freedesktop.secrets"
    /// The path that means "no object" or "no prompt".
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
      // This comes before the session, because some versions of gnome-keyring crash if they get many sessions while they start.
      _ = try defaultCollection()
      let response = try ask("Service", "OpenSession", [.string("plain"), .variant(.string(""))], response: "vo")
      session = response.last?.text ?? Self.nothing
    }

    /// Calls a method of the service or one of its objects.
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

    /// Returns a property of one of the service's objects.
    func property(_ interface: String, _ name: String, at path: String) throws(SecretServiceError) -> DBusValue? {
      try ask(
        DBusCall(
          destination: Self.name, path: path, interface: "org.freedesktop.DBus.Properties", member: "Get",
          body: [.string("org.freedesktop.Secret.\(interface)"), .string(name)], response: "v")
      ).body.first?.content
    }

    /// Returns the collection for new items.
    ///
    /// - Returns: `nil` if the service doesn't have a default collection.
    func defaultCollection() throws(SecretServiceError) -> String? {
      let path = try ask("Service", "ReadAlias", [.string("default")], response: "o").first?.text
      return path == Self.nothing ? nil : path
    }

    /// Returns the secret of an unlocked item.
    func secret(of item: String) throws(SecretServiceError) -> [UInt8] {
      let response = try ask("Item", "GetSecret", [.path(session)], at: item, response: "(oayays)")
      guard case .structure(let parts)? = response.first, parts.count == 4, case .bytes(let content) = parts[2] else {
        throw .bus(.broken("a secret has an unexpected form"))
      }
      return content
    }

    /// Replaces the item with the same attributes, or adds a new one.
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

    /// Unlocks items or collections, which may prompt the user.
    func unlock(_ paths: [String]) throws(SecretServiceError) {
      let response = try ask("Service", "Unlock", [.paths(paths)], response: "aoo")
      try settle(prompt: response.last?.text)
    }
  }
#endif
