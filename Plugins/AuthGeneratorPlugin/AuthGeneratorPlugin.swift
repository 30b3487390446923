import Foundation
import PackagePlugin

/// Generates a typed client for every `<name>.auth.yaml` in a target when the target is built.
@main
struct AuthGeneratorPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let module = target as? SwiftSourceModuleTarget else {
      throw PluginFailure(description: "Target '\(target.name)' doesn't contain Swift code, so it can't have a client.")
    }
    // This list doesn't contain files that the manifest excludes.
    let files = TargetFiles(target: target.name, files: module.sourceFiles.map(\.url))
    let dependencies = target.recursiveTargetDependencies.map(\.directoryURL)
    return try Self.commands(
      for: GeneratorInputs(files, dependencies: dependencies),
      tool: PluginFailure.authgen { try context.tool(named: $0).url },
      folder: context.pluginWorkDirectoryURL)
  }

  /// The build commands, one per descriptor, so that a change to a descriptor regenerates only its file.
  static func commands(for inputs: GeneratorInputs, tool: URL, folder: URL) throws -> [Command] {
    let problems = inputs.files.problems + inputs.files.conflictsWithSources()
    guard problems.isEmpty else {
      throw PluginFailure.reporting(problems, summary: "No client was generated for target '\(inputs.files.target)'.")
    }
    return inputs.files.descriptors.map { descriptor in
      let name = TargetFiles.outputName(of: descriptor)
      // Each command has a separate folder, because commands run in parallel and authgen lists its files in the folder.
      let output = folder.appendingPathComponent(String(name.dropLast(".swift".count)), isDirectory: true)
      // A build's sandbox doesn't allow the command to write to the user's folder for caches.
      let cache = output.appendingPathComponent(".cache", isDirectory: true)
      return .buildCommand(
        displayName: "Generating \(name) from \(descriptor.lastPathComponent)", executable: tool,
        arguments: ["generate", descriptor.path, "--output", output.path, "--cache", cache.path] + inputs.options,
        inputFiles: inputs.inputs(of: descriptor), outputFiles: [output.appendingPathComponent(name)])
    }
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension AuthGeneratorPlugin: XcodeBuildToolPlugin {
    /// The build commands for a target of an Xcode project, whose files can be anywhere. Packs only work for targets of
    /// packages, because Xcode doesn't pass the folders of a target's dependencies to a project's plugin.
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
      let files = TargetFiles(target: target.displayName, files: target.inputFiles.map(\.url))
      return try Self.commands(
        for: GeneratorInputs(files, dependencies: []), tool: PluginFailure.authgen { try context.tool(named: $0).url },
        folder: context.pluginWorkDirectoryURL)
    }
  }
#endif
