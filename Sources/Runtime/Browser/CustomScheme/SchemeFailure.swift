#if os(Linux)
  internal import AuthDesktopIntegration

  /// Why a scheme cannot be registered, or its callbacks cannot be waited for. Its description says where, what was expected and
  /// what to do.
  public enum SchemeFailure: Error, Sendable, Hashable {
    /// What the app has given does not fit: the scheme, the name, the program or an argument.
    case unsuitable(String)
    /// A file of the user's desktop cannot be read or written, or is not this registration's.
    case unusableFile(String)
    /// No callback can be waited for here.
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
      case .unsuitable(let reason): "the scheme cannot be registered: \(reason.plainText())"
      case .unusableFile(let reason): "the desktop's files cannot be used: \(reason.plainText(limit: 600))"
      case .cannotListen(let reason): "callbacks cannot be waited for: \(reason.plainText(limit: 600))"
      }
    }
  }
#endif
