import Foundation
import PackagePlugin

/// Writes the clients of `<name>.auth.yaml` into the source tree, for those who commit generated code.
@main
struct AuthGeneratorCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    var extractor = ArgumentExtractor(arguments)
    let names = extractor.extractOption(named: "target")
    let isCheck = extractor.extractFlag(named: "check") > 0
    if extractor.extractFlag(named: "help") > 0 { return print(Self.help) }
    guard extractor.remainingArguments.isEmpty else {
      let unknown = extractor.remainingArguments.map { "'\($0)'" }.joined(separator: ", ")
      throw PluginFailure(description: "generate-auth-clients does not understand \(unknown).\n\(Self.help)")
    }
    let targets = try CommandTargets(context: context, names: names).checked()
    let tool = try context.tool(named: "authgen").url
    var failed: [String] = []
    for target in targets where try !target.run(tool, isCheck: isCheck) { failed.append(target.files.target) }
    guard failed.isEmpty else {
      let what = isCheck ? "Clients differ from their descriptors" : "Clients could not be generated"
      throw PluginFailure(description: "\(what) in \(failed.joined(separator: ", ")); see above.")
    }
  }

  static let help = """
    swift package generate-auth-clients [--target NAME]... [--check]

      Writes the client of every <name>.auth.yaml of a target into the folder Generated of the target.

      --target NAME   Only this target; without it, all targets that have such a file and do not use the build plugin.
      --check         Writes nothing; fails and shows the difference if a client is not what its descriptor says.
    """
}

/// A target and what is to be done in it.
struct CommandTarget {
  let inputs: GeneratorInputs
  /// Where its clients go.
  let output: URL

  var files: TargetFiles { inputs.files }

  init(_ target: any Target, in package: Package) {
    // What the manifest excludes counts too: there, SwiftPM is told to leave descriptors alone.
    let others = package.targets.filter { $0.name != target.name }.map(\.directoryURL)
    let files = TargetFiles(target: target.name, folder: target.directoryURL, without: others)
    inputs = GeneratorInputs(files, dependencies: target.recursiveTargetDependencies.map(\.directoryURL))
    output = target.directoryURL.appendingPathComponent("Generated", isDirectory: true)
  }

  /// Clients of descriptors that are not there any more.
  var isAbandoned: Bool {
    files.descriptors.isEmpty && FileManager.default.fileExists(atPath: output.appendingPathComponent(".authgen").path)
  }

  /// - Returns: Whether all went well. What did not, the tool has told.
  func run(_ tool: URL, isCheck: Bool) throws -> Bool {
    let process = Process()
    process.executableURL = tool
    process.arguments =
      ["generate"] + files.descriptors.map(\.path) + ["--output", output.path] + inputs.options
      + (isCheck ? ["--check"] : [])
    try process.run()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else { return false }
    let names = files.descriptors.map { "Generated/\(TargetFiles.outputName(of: $0))" }
    print("\(files.target): up to date: \(names.joined(separator: ", "))")
    return true
  }
}
