#if os(Linux)
  internal import AuthDesktopIntegration
  import Foundation

  /// Registers this app on a Linux desktop as the program that opens URLs with a private-use scheme, so that the browser can
  /// deliver a callback to it (RFC 8252 §7.1).
  ///
  /// It writes a desktop entry that isn't shown in menus (Desktop Entry Specification 1.5), and makes it the default for the
  /// scheme in the user's `mimeapps.list` (Association between MIME types and applications 1.0.1). It changes nothing for other
  /// users and doesn't need root. Call ``install()`` each time the app starts, before you look at the command line's arguments.
  /// If the entry is up to date, nothing is written. If the app has moved, the new path is written.
  ///
  /// If the app is installed from a package or runs in a sandbox such as Flatpak, include such a desktop entry in the package
  /// instead.
  public struct SchemeRegistration: Sendable, Hashable {
    private let registration: DesktopRegistration

    /// Creates a registration and validates its values. It doesn't access any file.
    ///
    /// - Parameters:
    ///   - scheme: The scheme, which must contain a period. Use the reversed domain name of the app's vendor, such as
    ///     `com.example.app`.
    ///   - name: The app's name, which the browser shows when it asks the user for permission.
    ///   - program: The app's path. By default, it's the path of this program. In an AppImage, pass `$APPIMAGE`. Avoid spaces
    ///     and special characters: they are quoted correctly, but `xdg-open` on a system without a desktop doesn't support
    ///     quoting.
    ///   - arguments: The arguments that precede the URL.
    ///   - identifier: The name of the desktop entry's file. By default, it's the scheme followed by `.callback`. It must
    ///     differ from the name of the app's own menu entry, which it would hide.
    ///   - environment: Environment variables that locate the user's files (XDG Base Directory Specification).
    /// - Throws: ``SchemeFailure/unsuitable(_:)`` if a value is invalid.
    public init(
      scheme: String, name: String, program: String? = nil, arguments: [String] = [], identifier: String? = nil,
      environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(SchemeFailure) {
      registration = try SchemeFailure.from { () throws(DesktopFailure) in
        try DesktopRegistration(
          scheme: scheme, name: name, program: program, arguments: arguments, identifier: identifier,
          environment: environment)
      }
    }

    /// Whether the desktop currently opens the scheme's URLs with this program.
    public var isInstalled: Bool { registration.isInstalled }

    /// Writes the missing or outdated files. Each file is replaced atomically.
    ///
    /// - Throws: ``SchemeFailure/unsuitable(_:)`` if the program doesn't exist. ``SchemeFailure/unusableFile(_:)`` if a file
    ///   can't be read or written, or if another file has the entry's name. That file isn't changed.
    public func install() throws(SchemeFailure) {
      try SchemeFailure.from { () throws(DesktopFailure) in try registration.install() }
    }

    /// Removes everything that ``install()`` wrote. Does nothing if the scheme isn't registered.
    ///
    /// - Throws: ``SchemeFailure/unusableFile(_:)`` if a file can't be changed.
    public func remove() throws(SchemeFailure) {
      try SchemeFailure.from { () throws(DesktopFailure) in try registration.remove() }
    }
  }
#endif
