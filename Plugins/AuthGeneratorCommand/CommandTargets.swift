import Foundation
import PackagePlugin

/// The targets that a command is about, all checked before the first file is written.
struct CommandTargets {
  let context: PluginContext
  /// Those that the user named; all if none is.
  let names: [String]

  /// - Throws: Everything that is wrong with one of them.
  func checked() throws -> [CommandTarget] {
    let manifest = Manifest(of: context)
    if manifest == nil {
      Diagnostics.warning("SwiftPM did not say which plugins targets use; the next build tells if one uses both.")
    }
    let targets = context.package.targets.filter { $0 is any SourceModuleTarget }
      .map { CommandTarget($0, in: context.package, excluding: manifest?.excluded(in: $0.name) ?? []) }
    let candidates = targets.map { target in
      let name = target.files.target
      return TargetChoice.Candidate(
        name: name, isMeant: target.isMeant, hasClients: target.hasClients,
        usesBuildPlugin: manifest?.usesPlugin("AuthGeneratorPlugin", in: name))
    }
    let choice = TargetChoice(among: candidates, named: names)
    if !choice.left.isEmpty { print("left to the build plugin: \(choice.left.sorted().joined(separator: ", "))") }
    let chosen = targets.filter { choice.chosen.contains($0.files.target) }
    let problems = choice.problems + chosen.flatMap(\.problems)
    guard problems.isEmpty else { throw PluginFailure.reporting(problems, summary: "Nothing was written.") }
    return chosen
  }
}
