import ArgumentParser

/// The path of a callback URL, from the command line.
enum CallbackPath {
  /// - Throws: `ValidationError` for a path that doesn't begin with a slash.
  static func check(_ path: String?, _ option: String, also word: String? = nil) throws {
    guard let path, path != word, !path.hasPrefix("/") else { return }
    throw ValidationError("\(option) must be a path such as /callback\(word.map { ", or \($0)" } ?? "").")
  }
}
