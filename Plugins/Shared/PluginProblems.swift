import PackagePlugin

/// Everything that keeps a plugin from its work, told at once.
struct PluginProblems: Error, CustomStringConvertible {
  let description: String

  init(_ problems: [String]) {
    // SwiftPM shows each of these as an error of its own, and the error that is thrown as the last one.
    for problem in problems.dropLast() { Diagnostics.error(problem) }
    description = problems.last ?? ""
  }
}
