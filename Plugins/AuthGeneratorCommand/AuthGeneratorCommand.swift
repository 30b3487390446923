import PackagePlugin

/// Writes the client of every `<name>.auth.yaml` into the source tree, for projects that commit generated code.
@main
struct AuthGeneratorCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    guard arguments.last != "--target" else { throw PluginFailure(description: "--target needs a name.\n\(Self.help)") }
    var extractor = ArgumentExtractor(arguments)
    let names = extractor.extractOption(named: "target")
    let isCheck = extractor.extractFlag(named: "check") > 0
    if extractor.extractFlag(named: "help") > 0 { return print(Self.help) }
    guard extractor.remainingArguments.isEmpty else {
      let unknown = extractor.remainingArguments.map { "'\($0)'" }.joined(separator: ", ")
      throw PluginFailure(description: "Unknown argument \(unknown).\n\(Self.help)")
    }
    let tool = try PluginFailure.authgen { try context.tool(named: $0).url }
    let targets = try CommandTargets(context: context, names: names).checked()
    var failed: [String] = []
    for target in targets where try !target.run(tool, isCheck: isCheck) { failed.append(target.files.target) }
    guard failed.isEmpty else {
      let what = isCheck ? "Clients differ from their descriptors" : "Couldn't generate clients"
      throw PluginFailure(description: "\(what) in \(failed.joined(separator: ", ")); see above.")
    }
  }

  static let help = """
    swift package generate-auth-clients [--target NAME]... [--check]

      Writes the client of every <name>.auth.yaml in a target into the target's folder Generated.

      --target NAME   Only this target. The default is all targets with such a file and without the build plugin.
      --check         Write nothing. Show the differences, and fail if a client is out of date.
    """
}
