import Foundation
import PackagePlugin

/// A target and the work to do in it.
struct CommandTarget {
  let inputs: GeneratorInputs
  /// The output folder for its clients.
  let output: URL

  var files: TargetFiles { inputs.files }

  /// - Parameter paths: The paths that the manifest excludes from the target. Folders are skipped. Files are still
  ///   used, because a manifest excludes descriptors so that SwiftPM ignores them.
  init(_ target: any Target, in package: Package, excluding paths: [String]) {
    let others = package.targets.filter { $0.name != target.name }.map(\.directoryURL)
    let excluded = paths.map { target.directoryURL.appendingPathComponent($0) }
    let files = TargetFiles(target: target.name, folder: target.directoryURL, without: others + excluded)
    inputs = GeneratorInputs(files, dependencies: target.recursiveTargetDependencies.map(\.directoryURL))
    output = target.directoryURL.appendingPathComponent("Generated", isDirectory: true)
  }

  /// Whether the command wrote into the target before.
  var hasClients: Bool { FileManager.default.fileExists(atPath: output.appendingPathComponent(".authgen").path) }

  /// Whether there are only clients of deleted descriptors.
  var isAbandoned: Bool { files.descriptors.isEmpty && files.misnamed.isEmpty && hasClients }

  /// Generates the clients, and prints which files were written, removed, and unchanged.
  ///
  /// - Returns: Whether the run succeeded. The tool prints any errors.
  func run(_ tool: URL, isCheck: Bool) throws -> Bool {
    let process = Process()
    process.executableURL = tool
    process.arguments =
      ["generate"] + files.descriptors.map(\.path) + ["--output", output.path] + inputs.options
      + (isCheck ? ["--check"] : [])
    let before = FolderContents(output)
    try process.run()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else { return false }
    for line in FolderContents(output).changes(since: before) { print("\(files.target): \(line)") }
    return true
  }
}

extension CommandTarget {
  /// Whether there's something to write or a problem to report.
  var isMeant: Bool { !files.descriptors.isEmpty || !files.misnamed.isEmpty || isAbandoned }

  var problems: [PluginProblem] {
    guard isAbandoned else { return files.problems + files.conflictsWithSources(outside: output) }
    let text = "Target '\(files.target)' no longer has a descriptor, but its clients still exist; delete the folder"
    return [PluginProblem(text: "\(text) \(output.path).")]
  }
}
