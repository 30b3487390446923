#if os(Linux)
  import AuthSockets
  import Foundation
  import TestSupport

  @testable import AuthDBus
  @testable import AuthRuntime

  /// A program on a real bus that responds as a test specifies. It simulates what a real keyring does only when a user
  /// is present.
  final class ScriptedService: Sendable {
    enum Reply: Sendable {
      case response([DBusValue])
      case failure(String)
      /// The prompt was shown, and the user dismissed it or agreed.
      case prompted(isDismissed: Bool)
      /// The user doesn't respond, but another program reports that the prompt is complete.
      case promptedByAnother
      case silence
      /// The program ends.
      case end
      /// The program ends after this response.
      case lastResponse([DBusValue])
    }

    private let replies: Locked<[String: [Reply]]>
    private let seen = Locked<[DBusMessage]>([])

    /// The names of the called methods.
    var calls: [String] { seen.value.compactMap { $0.text(.member) } }

    /// The objects on which a method was called.
    func paths(of member: String) -> [String] {
      seen.value.filter { $0.text(.member) == member }.compactMap { $0.text(.path) }
    }

    /// The responses of a keyring with an empty default collection.
    static let keyring: [String: [Reply]] = [
      "ReadAlias": [.response([.path("/c")])], "OpenSession": [.response([.variant(.string("")), .path("/session")])],
      "Get": [.response([.variant(.boolean(false))])], "SearchItems": [found()],
      "Unlock": [.response([.paths([]), .path("/p")])], "CreateItem": [.response([.path("/c/1"), .path("/")])],
      "GetSecret": [secret("a")], "Delete": [.response([.path("/")])], "Prompt": [.prompted(isDismissed: false)],
    ]

    static func found(_ unlocked: [String] = [], locked: [String] = []) -> Reply {
      .response([.paths(unlocked), .paths(locked)])
    }

    static func secret(_ token: String) -> Reply {
      let bytes = Array(Credential.text(token).utf8)
      return .response([.structure([.path("/session"), .bytes([]), .bytes(bytes), .string("application/json")])])
    }

    /// Starts the program. It ends with the bus.
    ///
    /// - Parameter replies: The replies of each method, in the order of its calls. The last one is repeated.
    @discardableResult
    init(
      on bus: SessionBus, as name: String = SecretService.name,
      replies: [String: [Reply]] = [:]
    ) async throws {
      self.replies = Locked(Self.keyring.merging(replies) { $1 })
      let (ready, sink) = AsyncStream.makeStream(of: Void.self)
      Thread.detachNewThread { [self] in
        defer { sink.finish() }
        guard let connection = try? bus.connect(),
          (try? connection.call(.bus("RequestName", .string(name), .uint32(4)), within: SessionBus.patience)) != nil
        else { return }
        sink.yield()
        sink.finish()
        while let message = try? connection.next(until: Deadline(in: .seconds(86_400))) {
          guard message.kind == .call else { continue }
          guard (try? react(to: message, over: connection, on: bus)) == true else { return }
        }
      }
      for await _ in ready {}
    }

    private func reply(to message: DBusMessage) -> Reply {
      seen.withLock { $0.append(message) }
      let member = message.text(.member) ?? ""
      return replies.withLock { replies in
        guard let all = replies[member], let first = all.first else {
          return .failure("org.freedesktop.DBus.Error.UnknownMethod")
        }
        if all.count > 1 { replies[member]?.removeFirst() }
        return first
      }
    }

    /// - Returns: Whether the program continues.
    private func react(
      to message: DBusMessage, over connection: DBusConnection, on bus: SessionBus
    ) throws -> Bool {
      let fields: [DBusMessage.Field: DBusValue] = [
        .replySerial: .uint32(message.serial), .destination: .string(message.text(.sender) ?? ""),
      ]
      func send(_ kind: DBusMessage.Kind, _ more: [DBusMessage.Field: DBusValue] = [:], _ body: [DBusValue] = []) throws
      {
        try connection.send(kind, fields.merging(more) { $1 }, body: body, until: Deadline(in: SessionBus.patience))
      }
      switch reply(to: message) {
      case .response(let body): try send(.response, [:], body)
      case .failure(let name): try send(.failure, [.errorName: .string(name)], [.string("as the test says")])
      case .prompted(let isDismissed):
        // The signal may arrive before the response.
        try complete(message, isDismissed: isDismissed, over: connection)
        try send(.response)
      case .promptedByAnother:
        let other = try bus.connect()
        try complete(message, isDismissed: false, over: other)
        // The response shows that the bus has received the signal.
        _ = try other.call(.bus("NameHasOwner", .string("a.b")), within: SessionBus.patience)
        try send(.response)
      case .silence: break
      case .end: return false
      case .lastResponse(let body):
        try send(.response, [:], body)
        return false
      }
      return true
    }

    private func complete(_ call: DBusMessage, isDismissed: Bool, over connection: DBusConnection) throws {
      let fields: [DBusMessage.Field: DBusValue] = [
        .path: .path(call.text(.path) ?? "/"), .interface: .string("org.freedesktop.Secret.Prompt"),
        .member: .string("Completed"),
      ]
      try connection.send(
        .signal, fields, body: [.boolean(isDismissed), .variant(.string(""))],
        until: Deadline(in: SessionBus.patience))
    }
  }
#endif
