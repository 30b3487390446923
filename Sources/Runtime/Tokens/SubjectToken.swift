import Foundation

/// A token from outside the session that the client exchanges for another one: a user's token from the app's platform, or
/// the identity of a workload (RFC 8693).
///
/// Many platforms issue a token that identifies a workload, so that it doesn't need a secret. Read it from a file, an
/// environment variable, or an endpoint of the platform:
///
/// ```swift
/// let kubernetes = SubjectToken.file("/var/run/secrets/tokens/acme")
/// let pipeline = SubjectToken.request(
///   .environment("ACTIONS_ID_TOKEN_REQUEST_URL"), query: ["audience": "https://acme.example"],
///   bearer: .environment("ACTIONS_ID_TOKEN_REQUEST_TOKEN"), token: "value")
/// ```
///
/// The client reads the token again for every exchange, because platforms replace it.
public struct SubjectToken: Sendable {
  /// A value that the app passes, or that the client reads from an environment variable.
  public enum Value: Sendable, Hashable, ExpressibleByStringLiteral {
    /// A value. It may be a secret.
    case text(Secret)
    /// The value of an environment variable.
    case environment(String)

    /// Creates a value from a string literal.
    public init(stringLiteral value: String) { self = .text(Secret(value)) }
  }

  /// The largest size of a token, in bytes.
  static let maximumBytes = 64 << 10

  /// The services with which a token is read.
  struct Reader: Sendable {
    let transport: any HTTPTransport
    /// Returns the value of an environment variable.
    var variable: @Sendable (String) -> String? = { ProcessInfo.processInfo.environment[$0] }
  }

  /// The source of the token, without secrets. Tokens of different sources are exchanged separately.
  let identity: [String]
  private let fetch: @Sendable (Reader) async throws(StepFailure) -> Secret

  /// - Parameter identity: The source of the token. Parts that may be secret are hashed.
  init(identity: [String], _ fetch: @escaping @Sendable (Reader) async throws(StepFailure) -> Secret) {
    (self.identity, self.fetch) = (identity, fetch)
  }

  /// Reads the token.
  ///
  /// - Throws: ``ConfigurationFailure/unusableSubjectToken(_:)`` if it's missing, too large, or not a token, or the failure of
  ///   a request.
  func read(_ reader: Reader) async throws(StepFailure) -> Secret {
    let token = try await fetch(reader).reveal().trimmingCharacters(in: .whitespacesAndNewlines)
    guard !token.isEmpty else { throw .configuration(.unusableSubjectToken("the token is empty")) }
    guard token.utf8.count <= Self.maximumBytes, token.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      throw .configuration(.unusableSubjectToken("the token is too large, or has characters that a token can't have"))
    }
    return Secret(token)
  }
}

extension SubjectToken {
  /// A token that the app already has, such as an authorization code or a token from its platform's sign-in.
  public static func token(_ token: Secret) -> SubjectToken {
    SubjectToken(identity: ["token", RequestIdentity.hash(token.reveal())]) { _ in token }
  }

  /// A token in a file, such as a projected service account token of Kubernetes. The client reads at most 64 KiB.
  public static func file(_ path: String) -> SubjectToken {
    SubjectToken(identity: ["file", path]) { _ throws(StepFailure) in
      let read = try? await BlockingWork.run { SubjectTokenFile.read(path) }
      guard let read else { throw .configuration(.unusableSubjectToken("the file \(path) can't be read")) }
      return read
    }
  }

  /// A token in an environment variable.
  public static func environment(_ name: String) -> SubjectToken {
    SubjectToken(identity: ["environment", name]) { reader throws(StepFailure) in
      try Value.environment(name).read(reader)
    }
  }

  /// A token that a local service or the app's own code supplies.
  ///
  /// - Parameters:
  ///   - id: The name of the source. Sources with different tokens need different names.
  ///   - fetch: Returns the token. The client discards its error, which may contain secrets.
  public static func custom(
    id: String, _ fetch: @escaping @Sendable () async throws -> Secret
  ) -> SubjectToken {
    SubjectToken(identity: ["custom", id]) { _ throws(StepFailure) in
      do { return try await fetch() } catch {
        throw Task.isCancelled ? .cancelled : .configuration(.unusableSubjectToken("the app didn't supply a token"))
      }
    }
  }
}

extension SubjectToken.Value {
  func read(_ reader: SubjectToken.Reader) throws(StepFailure) -> Secret {
    switch self {
    case .text(let secret): return secret
    case .environment(let name):
      guard let value = reader.variable(name), !value.isEmpty else {
        throw .configuration(.unusableSubjectToken("the environment variable \(name) isn't set"))
      }
      return Secret(value)
    }
  }

  /// The value in the identity of a source.
  var identity: String {
    switch self {
    case .text(let secret): "text:" + RequestIdentity.hash(secret.reveal())
    case .environment(let name): "environment:" + name
    }
  }
}

/// Reads a file with a token.
enum SubjectTokenFile {
  /// Returns `nil` if the file doesn't exist, isn't a regular file, or is too large.
  static func read(_ path: String) -> Secret? {
    // A platform replaces a token by replacing a symbolic link. Reading a pipe or a device could take forever.
    let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let kind = try? FileManager.default.attributesOfItem(atPath: resolved)[.type] as? FileAttributeType
    guard kind == .typeRegular, let handle = FileHandle(forReadingAtPath: resolved) else { return nil }
    defer { try? handle.close() }
    guard let data = try? handle.read(upToCount: SubjectToken.maximumBytes + 1),
      data.count <= SubjectToken.maximumBytes
    else { return nil }
    return String(validUTF8: data).map { Secret($0) }
  }
}

extension SubjectToken: CustomStringConvertible, CustomReflectable {
  public var description: String { "SubjectToken(\(identity.first ?? ""))" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
