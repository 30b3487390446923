import Foundation
import PackagePlugin

/// Ends a plugin whose problems have been reported.
struct PluginFailure: Error, CustomStringConvertible {
  let description: String

  /// Reports all problems at their files.
  ///
  /// - Parameter summary: The text that SwiftPM shows as the last error.
  static func reporting(_ problems: [PluginProblem], summary: String) -> PluginFailure {
    for problem in problems {
      Diagnostics.emit(.error, problem.message, file: problem.file?.path, line: problem.file == nil ? nil : 1)
    }
    return PluginFailure(description: summary)
  }

  /// The path of `authgen`, which isn't built without the trait `Generator`.
  ///
  /// - Parameter find: Asks SwiftPM for a tool by name.
  static func authgen(_ find: (_ name: String) throws -> URL) throws -> URL {
    do { return try find("authgen") } catch {
      let text = "authgen requires the trait 'Generator' of swift-auth-generator; enable it, or use a prebuilt authgen"
      throw PluginFailure(description: "\(text) (set AUTHGEN_BUNDLE to its bundle).")
    }
  }
}
