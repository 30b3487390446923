import Foundation
import PackagePlugin

/// The targets that a command is about, all checked before the first file is written.
struct CommandTargets {
  let context: PluginContext
  /// Those that the user named; all if none is.
  let names: [String]

  /// - Throws: Everything that is wrong with one of them.
  func checked() throws -> [CommandTarget] {
    let all = context.package.targets.filter { $0 is any SourceModuleTarget }
    let manifest = Manifest(of: context)
    if manifest == nil {
      Diagnostics.warning("SwiftPM did not say which plugins the targets use; the next build tells if one uses both.")
    }
    let (building, others) = all.filter { names.isEmpty || names.contains($0.name) }
      .partitioned { manifest?.usesPlugin("AuthGeneratorPlugin", in: $0.name) ?? false }
    if names.isEmpty, !building.isEmpty {
      print("left to the build plugin: \(building.map(\.name).sorted().joined(separator: ", "))")
    }
    let targets = others.map { CommandTarget($0, in: context.package) }
    let meant = targets.filter { !names.isEmpty || $0.isMeant }
    var problems = names.filter { name in !all.contains { $0.name == name } }.map { unknown($0, among: all) }
    // Without a name nobody has asked for these targets, unless there are no others.
    let asked = names.isEmpty && !meant.isEmpty ? [] : building
    problems += asked.map { bothPlugins($0.name) } + meant.flatMap(\.problems)
    if meant.isEmpty, problems.isEmpty {
      let text = "No target has a file <name>\(TargetFiles.descriptorEnding) to write a client of."
      problems.append(PluginProblem(text: text))
    }
    guard problems.isEmpty else { throw PluginFailure.reporting(problems, summary: "Nothing was written.") }
    return meant
  }

  private func unknown(_ name: String, among targets: [any Target]) -> PluginProblem {
    let known = targets.map(\.name).sorted().joined(separator: ", ")
    return PluginProblem(text: "There is no target '\(name)'; there are \(known).")
  }

  private func bothPlugins(_ target: String) -> PluginProblem {
    let text = """
      Target '\(target)' uses the plugin AuthGeneratorPlugin, which makes its clients while it is built: nothing is to be \
      written into it. To commit generated code, remove the plugin from the target in Package.swift first.
      """
    return PluginProblem(text: text)
  }
}

extension Array {
  fileprivate func partitioned(by isFirst: (Element) -> Bool) -> (first: [Element], second: [Element]) {
    (filter(isFirst), filter { !isFirst($0) })
  }
}
