import Foundation
import PackagePlugin

/// The targets of a command. All are checked before the first file is written.
struct CommandTargets {
  let context: PluginContext
  /// The requested targets. If it's empty, all targets are candidates.
  let names: [String]

  /// - Throws: All problems of the targets.
  func checked() throws -> [CommandTarget] {
    let manifest = Manifest(of: context)
    if manifest == nil {
      Diagnostics.warning("SwiftPM didn't report the targets' plugins; the next build fails if a target uses both.")
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
    if !choice.left.isEmpty { print("skipped (build plugin): \(choice.left.sorted().joined(separator: ", "))") }
    let chosen = targets.filter { choice.chosen.contains($0.files.target) }
    let problems = choice.problems + chosen.flatMap(\.problems)
    guard problems.isEmpty else { throw PluginFailure.reporting(problems, summary: "Nothing was written.") }
    return chosen
  }
}
