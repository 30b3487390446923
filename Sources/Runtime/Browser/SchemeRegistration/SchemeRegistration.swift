#if os(Linux)
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
    private let entry: DesktopEntry
    private let identifier: String
    private let files: DesktopFiles

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
      let scheme = try CallbackScheme(scheme)
      guard let program = program ?? Bundle.main.executablePath else {
        throw .unsuitable("this program's own path is unknown: give it as 'program'")
      }
      entry = try DesktopEntry(scheme: scheme, name: name, command: [program] + arguments)
      self.identifier =
        identifier ?? scheme.name.replacingOccurrences(of: "+", with: "_") + ".callback"
      guard Self.isIdentifier(self.identifier) else {
        throw .unsuitable(
          "the identifier must be made of at most 200 letters, digits, '-', '_' and '.', beginning with a letter")
      }
      files = try DesktopFiles(environment)
    }

    /// Whether the desktop brings the scheme's URLs to this program as things stand.
    public var isInstalled: Bool {
      guard let found = try? files.read(entryFile), found.isExactly(entry.text) else { return false }
      return (try? defaults())?.programs(for: entry.scheme.type).first == fileName
    }

    /// Writes what is not there yet. Each file is replaced as a whole.
    ///
    /// - Throws: ``SchemeFailure/unsuitable(_:)`` when there is no such program, and ``SchemeFailure/unusableFile(_:)``, also for
    ///   another file of that name, which is left alone.
    public func install() throws(SchemeFailure) {
      let program = entry.command.first ?? ""
      guard FileManager.default.isExecutableFile(atPath: program) else {
        throw .unsuitable("\(program) is no program that can be run: give the app's path as 'program'")
      }
      if try ownEntry() != entry.text { try files.write(entry.text, to: entryFile) }
      try change { $0.prefer(fileName, for: entry.scheme.type) }
    }

    /// Takes back what ``install()`` has written. Nothing happens when it is not there.
    ///
    /// - Throws: ``SchemeFailure/unusableFile(_:)``.
    public func remove() throws(SchemeFailure) {
      let isThere = try ownEntry() != nil
      try change { $0.remove(fileName, for: entry.scheme.type) }
      if isThere { try files.remove(entryFile) }
    }

    private var fileName: String { identifier + ".desktop" }
    private var entryFile: String { "\(files.data)/applications/\(fileName)" }
    private var listFile: String { files.configuration + "/mimeapps.list" }

    /// The file of this name; `nil` when there is none.
    private func ownEntry() throws(SchemeFailure) -> String? {
      guard let found = try files.read(entryFile) else { return nil }
      guard found.split(separator: "\n").contains(where: { $0.hasPrefix(DesktopEntry.mark) }) else {
        throw .unusableFile("\(entryFile) was not written by a registration and is left alone: take another identifier")
      }
      return found
    }

    private func defaults() throws(SchemeFailure) -> DefaultApplications {
      DefaultApplications(try files.read(listFile) ?? "")
    }

    private func change(_ edit: (inout DefaultApplications) -> Void) throws(SchemeFailure) {
      let old = try defaults()
      var new = old
      edit(&new)
      if new != old { try files.write(new.text, to: listFile) }
    }

    private static func isIdentifier(_ text: String) -> Bool {
      func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      }
      guard text.utf8.first.map(isLetter) == true, text.utf8.count <= 200 else { return false }
      return text.utf8.allSatisfy { byte in
        isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "-_.".utf8.contains(byte)
      }
    }
  }
#endif
