import Foundation
import PackagePlugin

/// A target and what is to be done in it.
struct CommandTarget {
  let inputs: GeneratorInputs
  /// Where its clients go.
  let output: URL

  var files: TargetFiles { inputs.files }

  /// - Parameter paths: What the manifest excludes from the target. Folders are left out; files count, for there SwiftPM is
  ///   told to leave descriptors alone.
  init(_ target: any Target, in package: Package, excluding paths: [String]) {
    let others = package.targets.filter { $0.name != target.name }.map(\.directoryURL)
    let excluded = paths.map { target.directoryURL.appendingPathComponent($0) }
    let files = TargetFiles(target: target.name, folder: target.directoryURL, without: others + excluded)
    inputs = GeneratorInputs(files, dependencies: target.recursiveTargetDependencies.map(\.directoryURL))
    output = target.directoryURL.appendingPathComponent("Generated", isDirectory: true)
  }

  /// The command wrote into the target before.
  var hasClients: Bool { FileManager.default.fileExists(atPath: output.appendingPathComponent(".authgen").path) }

  /// Clients of descriptors that are not there any more.
  var isAbandoned: Bool { files.descriptors.isEmpty && files.misnamed.isEmpty && hasClients }

  /// Generates the clients, and prints which files it wrote, removed and left alone.
  ///
  /// - Returns: Whether all went well. What did not, the tool has told.
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
  /// There is something to write, or to complain of.
  var isMeant: Bool { !files.descriptors.isEmpty || !files.misnamed.isEmpty || isAbandoned }

  var problems: [PluginProblem] {
    guard isAbandoned else { return files.problems + files.conflictsWithSources(outside: output) }
    let text = "Target '\(files.target)' has no descriptor any more, and its clients are still there; delete the folder"
    return [PluginProblem(text: "\(text) \(output.path).")]
  }
}
