#if os(Linux)
  internal import AuthDesktopIntegration

  /// The reason that a scheme can't be registered, or its callbacks can't be received. The description contains the
  /// file or value, what was expected, and what to do.
  public enum SchemeFailure: Error, Sendable, Hashable {
    /// The scheme, the name, the program, or an argument is invalid.
    case unsuitable(String)
    /// A file of the user's desktop can't be read or written, or it doesn't belong to this registration.
    case unusableFile(String)
    /// Callbacks can't be received on this system.
    case cannotListen(String)
  }

  extension SchemeFailure {
    init(_ failure: DesktopFailure) {
      switch failure {
      case .unsuitable(let reason): self = .unsuitable(reason)
      case .unusableFile(let reason): self = .unusableFile(reason)
      case .cannotListen(let reason): self = .cannotListen(reason)
      }
    }

    /// Runs a step of the desktop integration.
    static func from<Value>(_ step: () throws(DesktopFailure) -> Value) throws(SchemeFailure) -> Value {
      do throws(DesktopFailure) { return try step() } catch { throw SchemeFailure(error) }
    }
  }

  extension SchemeFailure: CustomStringConvertible {
    public var description: String {
      switch self {
      case .unsuitable(let reason): "the scheme can't be registered: \(reason.plainText())"
      case .unusableFile(let reason): "the desktop's files can't be used: \(reason.plainText(limit: 600))"
      case .cannotListen(let reason): "callbacks can't be received: \(reason.plainText(limit: 600))"
      }
    }
  }
#endif
