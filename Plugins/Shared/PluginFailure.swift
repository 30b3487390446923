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
}
