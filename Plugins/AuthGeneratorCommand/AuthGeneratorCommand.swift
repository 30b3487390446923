import PackagePlugin

/// Writes the clients of `<name>.auth.yaml` into the source tree, for those who commit generated code.
@main
struct AuthGeneratorCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    guard arguments.last != "--target" else { throw PluginFailure(description: "--target wants a name.\n\(Self.help)") }
    var extractor = ArgumentExtractor(arguments)
    let names = extractor.extractOption(named: "target")
    let isCheck = extractor.extractFlag(named: "check") > 0
    if extractor.extractFlag(named: "help") > 0 { return print(Self.help) }
    guard extractor.remainingArguments.isEmpty else {
      let unknown = extractor.remainingArguments.map { "'\($0)'" }.joined(separator: ", ")
      throw PluginFailure(description: "generate-auth-clients does not understand \(unknown).\n\(Self.help)")
    }
    let tool = try PluginFailure.authgen { try context.tool(named: $0).url }
    let targets = try CommandTargets(context: context, names: names).checked()
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
