#if os(Linux)
  /// The reason that the desktop doesn't deliver callbacks to this program. Each string contains the file or value,
  /// what was expected, and what to do.
  package enum DesktopFailure: Error, Sendable, Hashable {
    /// The scheme, the name, the program, or an argument isn't suitable.
    case unsuitable(String)
    /// A file of the user's desktop can't be read or written, or doesn't belong to this registration.
    case unusableFile(String)
    /// This process can't wait for callbacks.
    case cannotListen(String)
  }
#endif
