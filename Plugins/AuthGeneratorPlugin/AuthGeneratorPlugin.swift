import Foundation
import PackagePlugin

/// Makes a typed client of every `<name>.auth.yaml` of a target while it is built.
@main
struct AuthGeneratorPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let module = target as? SwiftSourceModuleTarget else {
      throw PluginFailure(description: "Target '\(target.name)' has no Swift code to add a client to.")
    }
    // What the manifest excludes is none of the target's files.
    let files = TargetFiles(target: target.name, files: module.sourceFiles.map(\.url))
    let dependencies = target.recursiveTargetDependencies.map(\.directoryURL)
    return try Self.commands(
      for: GeneratorInputs(files, dependencies: dependencies),
      tool: PluginFailure.authgen { try context.tool(named: $0).url },
      folder: context.pluginWorkDirectoryURL)
  }

  /// One command a descriptor, so that a change of one makes one file anew.
  static func commands(for inputs: GeneratorInputs, tool: URL, folder: URL) throws -> [Command] {
    let problems = inputs.files.problems + inputs.files.conflictsWithSources()
    guard problems.isEmpty else {
      throw PluginFailure.reporting(problems, summary: "No client was made for target '\(inputs.files.target)'.")
    }
    return inputs.files.descriptors.map { descriptor in
      let name = TargetFiles.outputName(of: descriptor)
      // A folder each: commands run at the same time, and authgen keeps a list of what it wrote into a folder.
      let output = folder.appendingPathComponent(String(name.dropLast(".swift".count)), isDirectory: true)
      return .buildCommand(
        displayName: "Generating \(name) from \(descriptor.lastPathComponent)", executable: tool,
        arguments: ["generate", descriptor.path, "--output", output.path] + inputs.options,
        inputFiles: inputs.inputs(of: descriptor), outputFiles: [output.appendingPathComponent(name)])
    }
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension AuthGeneratorPlugin: XcodeBuildToolPlugin {
    /// The same for a target of an Xcode project, whose files may stand anywhere. Packs are for targets of packages:
    /// Xcode tells a project's plugin no folders of what a target depends on.
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
      let files = TargetFiles(target: target.displayName, files: target.inputFiles.map(\.url))
      return try Self.commands(
        for: GeneratorInputs(files, dependencies: []), tool: PluginFailure.authgen { try context.tool(named: $0).url },
        folder: context.pluginWorkDirectoryURL)
    }
  }
#endif
