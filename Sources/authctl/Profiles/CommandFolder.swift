import Foundation

/// The folders in which this command keeps its files.
enum CommandFolder {
  /// The folder of the profiles: `AUTHCTL_CONFIG`, or the platform's folder for settings.
  static var profiles: String {
    if let named = ProcessInfo.processInfo.environment["AUTHCTL_CONFIG"], !named.isEmpty { return absolute(named) }
    return place("XDG_CONFIG_HOME", below: ".config")
  }

  /// The folder of the encrypted sessions for `--store file`.
  static var sessions: String {
    place("XDG_STATE_HOME", below: ".local/state") + "/sessions"
  }

  /// A path that stays valid in another working directory.
  static func absolute(_ path: String) -> String {
    let home = FileManager.default.homeDirectoryForCurrentUser.path
    return URL(fileURLWithPath: path.hasPrefix("~/") ? home + path.dropFirst() : path).standardizedFileURL.path
  }

  private static func place(_ variable: String, below home: String) -> String {
    // XDG base directories must be absolute. A relative path is ignored.
    if let named = ProcessInfo.processInfo.environment[variable], named.hasPrefix("/") { return named + "/authctl" }
    #if canImport(Darwin) || os(Windows)
      let support = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
      if let support { return support.appendingPathComponent("authctl").path }
    #endif
    return FileManager.default.homeDirectoryForCurrentUser.path + "/\(home)/authctl"
  }
}
