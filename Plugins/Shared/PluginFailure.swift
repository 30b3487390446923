import Foundation
import PackagePlugin

/// Ends a plugin whose problems have been told.
struct PluginFailure: Error, CustomStringConvertible {
  let description: String

  /// Tells all problems at once, each at its file.
  ///
  /// - Parameter summary: What SwiftPM shows as the last error.
  static func reporting(_ problems: [PluginProblem], summary: String) -> PluginFailure {
    for problem in problems {
      Diagnostics.emit(.error, problem.message, file: problem.file?.path, line: problem.file == nil ? nil : 1)
    }
    return PluginFailure(description: summary)
  }

  /// The path of `authgen`, which a package without the trait `Generator` doesn't build.
  ///
  /// - Parameter find: Asks SwiftPM for a tool by its name.
  static func authgen(_ find: (_ name: String) throws -> URL) throws -> URL {
    do { return try find("authgen") } catch {
      let text = "authgen needs the trait 'Generator' of swift-auth-generator: add it, or use a prebuilt authgen"
      throw PluginFailure(description: "\(text) (AUTHGEN_BUNDLE names its bundle).")
    }
  }
}
