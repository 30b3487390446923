#if os(Linux)
  internal import AuthDesktopIntegration
  import Foundation

  /// Tells a Linux desktop that this app opens the URLs of a scheme of its own, so that the browser can bring a callback to it
  /// (RFC 8252 §7.1).
  ///
  /// It writes a file of its own that no menu shows (Desktop Entry Specification 1.5), and prefers it for the scheme in the user's
  /// `mimeapps.list` (Association between MIME types and applications 1.0.1). Nothing is done for other users, and nothing needs
  /// root. Call ``install()`` at each start of the app, before what came on the command line is looked at: the second time it
  /// writes nothing, and after the app has moved it writes the new path.
  ///
  /// An app that comes as a package, or in a sandbox as with Flatpak, has the package bring such a file instead.
  public struct SchemeRegistration: Sendable, Hashable {
    private let registration: DesktopRegistration

    /// Checks everything; touches no file.
    ///
    /// - Parameters:
    ///   - scheme: With a period, such as `com.example.app`: the domain name of the app's maker, reversed.
    ///   - name: What the browser calls the app when it asks the user.
    ///   - program: The app's path; this program's unless told otherwise. An AppImage gives `$APPIMAGE`. Best without spaces and
    ///     the like: it is quoted as it must be, but the `xdg-open` of a system without a desktop does not understand that.
    ///   - arguments: They come before the URL.
    ///   - identifier: The name of the desktop's file. It must not be the one of the app's own file for menus, which it would
    ///     hide; unless told otherwise it is the scheme with `.callback` behind it.
    ///   - environment: Says where the user's files are (XDG Base Directory Specification).
    /// - Throws: ``SchemeFailure/unsuitable(_:)``.
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

    /// Whether the desktop brings the scheme's URLs to this program as things stand.
    public var isInstalled: Bool { registration.isInstalled }

    /// Writes what is not there yet. Each file is replaced as a whole.
    ///
    /// - Throws: ``SchemeFailure/unsuitable(_:)`` when there is no such program, and ``SchemeFailure/unusableFile(_:)``, also for
    ///   another file of that name, which is left alone.
    public func install() throws(SchemeFailure) {
      try SchemeFailure.from { () throws(DesktopFailure) in try registration.install() }
    }

    /// Takes back what ``install()`` has written. Nothing happens when it is not there.
    ///
    /// - Throws: ``SchemeFailure/unusableFile(_:)``.
    public func remove() throws(SchemeFailure) {
      try SchemeFailure.from { () throws(DesktopFailure) in try registration.remove() }
    }
  }
#endif
