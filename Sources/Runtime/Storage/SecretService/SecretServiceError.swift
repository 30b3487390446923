#if os(Linux)
  internal import AuthDBus

  /// The reason that a call of the Secret Service failed.
  enum SecretServiceError: Error, Sendable, Hashable {
    case bus(DBusFailure)
    /// The service responded correctly, and the response means this failure.
    case store(StoreFailure)

    static let locked = SecretServiceError.store(.locked("the Secret Service's keyring is locked; unlock it"))

    /// Alternatives for the app.
    private static let choices =
      "Start a Secret Service (gnome-keyring, KWallet, KeePassXC), or use EncryptedFileStore or MemoryCredentialStore."

    /// Whether a retry over a new connection and session may succeed: the service was restarted, another process removed the
    /// item, or the bus is a different one.
    var isStale: Bool {
      switch self {
      case .bus(.broken): true
      case .bus(.rejected(let name, _)): Self.staleErrors.contains(name)
      default: false
      }
    }

    private static let staleErrors: Set = [
      "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Disconnected",
      "org.freedesktop.DBus.Error.UnknownObject", "org.freedesktop.DBus.Error.UnknownMethod",
      "org.freedesktop.DBus.Error.UnknownInterface", "org.freedesktop.Secret.Error.NoSession",
      "org.freedesktop.Secret.Error.NoSuchObject",
    ]

    var isLocked: Bool {
      guard case .bus(.rejected(let name, _)) = self else { return false }
      return name == "org.freedesktop.Secret.Error.IsLocked"
    }

    /// The failure that the caller receives.
    var failure: StoreFailure {
      switch self {
      case .store(let failure): failure
      case .bus(.unreachable(let reason)):
        .unavailable("no D-Bus session bus is available (\(reason)). \(Self.choices)")
      case .bus(.broken(let reason)): .unavailable("the connection to the Secret Service broke: \(reason)")
      case .bus(.late): .unavailable("the Secret Service didn't respond in time")
      case .bus(.rejected(let name, let message)): Self.failure(for: name, message)
      }
    }

    private static func failure(for name: String, _ message: String) -> StoreFailure {
      let error = name.plainText(limit: 60)
      switch name {
      case "org.freedesktop.Secret.Error.IsLocked": return locked.failure
      case "org.freedesktop.DBus.Error.AccessDenied":
        return .denied("the Secret Service or the bus doesn't allow it: \(message)")
      case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner":
        return .unavailable("the session bus doesn't have a Secret Service. \(choices)")
      case _ where name.hasPrefix("org.freedesktop.DBus.Error.Spawn."):
        return .unavailable("the Secret Service couldn't be started (\(error)). \(choices)")
      default: return .unavailable("the Secret Service failed: \(message) (\(error))")
      }
    }
  }
#endif
