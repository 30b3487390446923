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
      throw PluginProblems(["generate-auth-clients does not understand \(unknown).\n\(Self.help)"])
    }
    let works = try Self.works(in: context, only: names)
    let tool = try context.tool(named: "authgen").url
    var failed: [String] = []
    for work in works where try !work.run(tool, isCheck: isCheck) { failed.append(work.files.target) }
    guard failed.isEmpty else {
      let what = isCheck ? "Clients differ from their descriptors" : "Clients could not be generated"
      throw PluginProblems(["\(what) in \(failed.joined(separator: ", ")); see above."])
    }
  }

  static let help = """
    swift package generate-auth-clients [--target NAME]... [--check]

      Writes the client of every <name>.auth.yaml of a target into the folder Generated of the target.

      --target NAME   Only this target; without it, all targets that have such a file.
      --check         Writes nothing; fails and shows the difference if a client is not what its descriptor says.
    """

  /// The targets that have descriptors, all checked before the first file is written.
  private static func works(in context: PluginContext, only names: [String]) throws -> [TargetWork] {
    let package = context.package
    let targets = package.targets.compactMap { $0 as? any SourceModuleTarget }
    let unknown = names.filter { name in !targets.contains { $0.name == name } }
    var problems = unknown.map { name in
      "There is no target '\(name)'; there are \(targets.map(\.name).sorted().joined(separator: ", "))."
    }
    let manifest = Manifest(of: context)
    var works: [TargetWork] = []
    for target in targets where names.isEmpty || names.contains(target.name) {
      let others = package.targets.filter { $0.name != target.name }.map(\.directoryURL)
      let files = TargetFiles(target: target.name, folder: target.directoryURL, without: others)
      if files.descriptors.isEmpty, files.misnamed.isEmpty, names.isEmpty { continue }
      problems += files.problems
      let isBuiltIn = manifest?.usesPlugin("AuthGeneratorPlugin", in: target.name) ?? false
      if isBuiltIn { problems.append(bothPlugins(target.name)) }
      let inputs = GeneratorInputs(files, dependencies: target.recursiveTargetDependencies.map(\.directoryURL))
      works.append(TargetWork(inputs: inputs, folder: target.directoryURL))
    }
    if works.isEmpty, problems.isEmpty {
      problems.append("No target of this package has a file <name>\(TargetFiles.descriptorEnding).")
    }
    guard problems.isEmpty else { throw PluginProblems(problems) }
    return works
  }

  private static func bothPlugins(_ target: String) -> String {
    """
    Target '\(target)' uses the plugin AuthGeneratorPlugin, which makes its clients while it is built: nothing is to be \
    written into it. To commit generated code, remove the plugin from the target in Package.swift first.
    """
  }
}

/// What is to be done in one target.
private struct TargetWork {
  let inputs: GeneratorInputs
  let folder: URL

  var files: TargetFiles { inputs.files }

  /// - Returns: Whether all went well. What did not, the tool has told.
  func run(_ tool: URL, isCheck: Bool) throws -> Bool {
    let output = folder.appendingPathComponent("Generated", isDirectory: true)
    let process = Process()
    process.executableURL = tool
    process.arguments =
      ["generate"] + files.descriptors.map(\.path) + ["--output", output.path] + inputs.options
      + (isCheck ? ["--check"] : [])
    try process.run()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else { return false }
    for descriptor in files.descriptors {
      print("\(files.target): \(isCheck ? "up to date:" : "wrote") Generated/\(TargetFiles.outputName(of: descriptor))")
    }
    return true
  }
}
