#if os(Linux)
  import AuthConfiguration
  import Foundation

  /// The registration of a private-use scheme for this user: a desktop entry, and the default in `mimeapps.list`.
  package struct DesktopRegistration: Sendable, Hashable {
    private let entry: DesktopEntry
    private let identifier: String
    private let files: DesktopFiles

    /// Creates a registration and validates its values. It doesn't access any file.
    package init(
      scheme: String, name: String, program: String?, arguments: [String], identifier: String?,
      environment: [String: String]
    ) throws(DesktopFailure) {
      let scheme = try CallbackScheme(scheme)
      guard let program = program ?? Bundle.main.executablePath else {
        throw .unsuitable("this program's path is unknown; pass it as 'program'")
      }
      entry = try DesktopEntry(scheme: scheme, name: name, command: [program] + arguments)
      self.identifier =
        identifier ?? scheme.name.replacingOccurrences(of: "+", with: "_") + ".callback"
      guard Self.isIdentifier(self.identifier) else {
        throw .unsuitable(
          "the identifier must start with a letter and contain at most 200 letters, digits, '-', '_', and '.'")
      }
      files = try DesktopFiles(environment)
    }

    /// Whether the desktop currently opens the scheme's URLs with this program.
    package var isInstalled: Bool {
      guard let found = try? files.read(entryFile), found.isExactly(entry.text) else { return false }
      return (try? defaults())?.programs(for: entry.scheme.type).first == fileName
    }

    /// Writes the missing or outdated files. Each file is replaced atomically.
    ///
    /// - Throws: ``DesktopFailure/unsuitable(_:)`` if the program doesn't exist. ``DesktopFailure/unusableFile(_:)`` if a file
    ///   can't be read or written, or if another file has the entry's name. That file isn't changed.
    package func install() throws(DesktopFailure) {
      let program = entry.command.first ?? ""
      guard FileManager.default.isExecutableFile(atPath: program) else {
        throw .unsuitable("\(program) isn't an executable program; pass the app's path as 'program'")
      }
      if try ownEntry() != entry.text { try files.write(entry.text, to: entryFile) }
      try change { $0.prefer(fileName, for: entry.scheme.type) }
    }

    /// Removes everything that ``install()`` wrote. Does nothing if the scheme isn't registered.
    ///
    /// - Throws: ``DesktopFailure/unusableFile(_:)`` if a file can't be changed.
    package func remove() throws(DesktopFailure) {
      let isThere = try ownEntry() != nil
      try change { $0.remove(fileName, for: entry.scheme.type) }
      if isThere { try files.remove(entryFile) }
    }

    private var fileName: String { identifier + ".desktop" }
    private var entryFile: String { "\(files.data)/applications/\(fileName)" }
    private var listFile: String { files.configuration + "/mimeapps.list" }

    /// Returns the contents of this registration's file, or `nil` if it doesn't exist.
    private func ownEntry() throws(DesktopFailure) -> String? {
      guard let found = try files.read(entryFile) else { return nil }
      guard found.split(separator: "\n").contains(where: { $0.hasPrefix(DesktopEntry.mark) }) else {
        throw .unusableFile("\(entryFile) belongs to another program, so it wasn't changed; use another identifier")
      }
      return found
    }

    private func defaults() throws(DesktopFailure) -> DefaultApplications {
      DefaultApplications(try files.read(listFile) ?? "")
    }

    private func change(_ edit: (inout DefaultApplications) -> Void) throws(DesktopFailure) {
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
