import Foundation

/// Where this command keeps what it remembers.
enum CommandFolder {
  /// The profiles: `AUTHCTL_CONFIG`, or the platform's place for settings.
  static var profiles: String {
    if let named = ProcessInfo.processInfo.environment["AUTHCTL_CONFIG"], !named.isEmpty { return absolute(named) }
    return place("XDG_CONFIG_HOME", below: ".config")
  }

  /// The encrypted sessions of `--store file`.
  static var sessions: String {
    place("XDG_STATE_HOME", below: ".local/state") + "/sessions"
  }

  /// A path that stays right in another working directory.
  static func absolute(_ path: String) -> String {
    let home = FileManager.default.homeDirectoryForCurrentUser.path
    return URL(fileURLWithPath: path.hasPrefix("~/") ? home + path.dropFirst() : path).standardizedFileURL.path
  }

  private static func place(_ variable: String, below home: String) -> String {
    // The XDG base directories are absolute, and a relative one is to be ignored.
    if let named = ProcessInfo.processInfo.environment[variable], named.hasPrefix("/") { return named + "/authctl" }
    #if canImport(Darwin) || os(Windows)
      let support = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
      if let support { return support.appendingPathComponent("authctl").path }
    #endif
    return FileManager.default.homeDirectoryForCurrentUser.path + "/\(home)/authctl"
  }
}
