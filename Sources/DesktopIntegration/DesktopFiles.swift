#if os(Linux)
  import AuthConfiguration
  import Foundation

  /// The user's files that a desktop reads (XDG Base Directory Specification).
  struct DesktopFiles: Sendable, Hashable {
    let data: String
    let configuration: String

    init(_ environment: [String: String]) throws(DesktopFailure) {
      func folder(_ name: String, _ usual: String) throws(DesktopFailure) -> String {
        // Relative paths must be ignored.
        if let path = environment[name], path.hasPrefix("/") { return path }
        guard let home = environment["HOME"], home.hasPrefix("/") else {
          throw .unusableFile("neither \(name) nor HOME contains an absolute path; set HOME")
        }
        return "\(home)/\(usual)"
      }
      data = try folder("XDG_DATA_HOME", ".local/share")
      configuration = try folder("XDG_CONFIG_HOME", ".config")
    }

    /// - Returns: The contents of the file, or `nil` if it doesn't exist.
    func read(_ file: String) throws(DesktopFailure) -> String? {
      guard FileManager.default.fileExists(atPath: file) else { return nil }
      let text: String?
      do { text = String(validUTF8: try Data(contentsOf: URL(fileURLWithPath: file))) } catch {
        throw Self.unusable(file, "read", error)
      }
      guard let text else { throw .unusableFile("\(file) isn't UTF-8, so it wasn't changed; correct it") }
      return text
    }

    /// Replaces a file atomically, and keeps its permissions.
    func write(_ text: String, to file: String) throws(DesktopFailure) {
      // Some users' files are links to a common folder.
      let place = URL(fileURLWithPath: file).resolvingSymlinksInPath()
      let old = try? FileManager.default.attributesOfItem(atPath: place.path)[.posixPermissions]
      do {
        try FileManager.default.createDirectory(
          at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: place, options: .atomic)
        if let old { try FileManager.default.setAttributes([.posixPermissions: old], ofItemAtPath: place.path) }
      } catch {
        throw Self.unusable(file, "written", error)
      }
    }

    func remove(_ file: String) throws(DesktopFailure) {
      do { try FileManager.default.removeItem(atPath: file) } catch { throw Self.unusable(file, "removed", error) }
    }

    private static func unusable(_ file: String, _ what: String, _ error: any Error) -> DesktopFailure {
      let reason = (error as NSError).localizedDescription
      return .unusableFile("\(file) can't be \(what) (\(reason)); both it and its folder must belong to this user")
    }
  }
#endif
