/// The targets that the command writes into.
struct TargetChoice: Equatable {
  /// A target with source code.
  struct Candidate {
    var name: String
    /// Whether there's something to write or a problem to report.
    var isMeant: Bool
    /// Whether the command wrote into it before.
    var hasClients: Bool
    /// Whether the build plugin generates its clients, or `nil` if SwiftPM doesn't report it.
    var usesBuildPlugin: Bool?
  }

  /// The targets to write into.
  private(set) var chosen: [String] = []
  /// The skipped targets, which use the build plugin and weren't requested.
  private(set) var left: [String] = []
  private(set) var problems: [PluginProblem] = []

  /// - Parameter names: The requested targets. If it's empty, all targets are candidates.
  init(among all: [Candidate], named names: [String]) {
    problems = names.filter { name in !all.contains { $0.name == name } }.map { Self.unknown($0, among: all) }
    let asked = all.filter { names.isEmpty || names.contains($0.name) }
    let building = asked.filter { $0.usesBuildPlugin == true }.map(\.name)
    let others = asked.filter { $0.usesBuildPlugin != true && (!names.isEmpty || $0.isMeant) }
    if names.isEmpty { left = building }
    // Targets with the build plugin are only a problem if they're requested or if all targets use the plugin.
    if !names.isEmpty || others.isEmpty { problems += building.map(Self.bothPlugins) }
    let doubtful = others.filter { names.isEmpty && $0.usesBuildPlugin == nil && !$0.hasClients }.map(\.name)
    if !doubtful.isEmpty { problems.append(Self.undecided(doubtful)) }
    chosen = others.map(\.name)
    if chosen.isEmpty, problems.isEmpty {
      let text = "No target contains a file <name>\(TargetFiles.descriptorEnding)."
      problems.append(PluginProblem(text: text))
    }
  }

  private static func unknown(_ name: String, among targets: [Candidate]) -> PluginProblem {
    let known = targets.map(\.name).sorted().joined(separator: ", ")
    return PluginProblem(text: "Unknown target '\(name)'; the targets are \(known).")
  }

  private static func bothPlugins(_ target: String) -> PluginProblem {
    let text = """
      Target '\(target)' uses the plugin AuthGeneratorPlugin, which generates its clients during the build, so nothing \
      was written. To commit generated code, first remove the plugin from the target in Package.swift.
      """
    return PluginProblem(text: text)
  }

  /// Reports targets whose plugins are unknown. Writing clients in addition to the build plugin's would break every
  /// build.
  private static func undecided(_ targets: [String]) -> PluginProblem {
    let text = """
      SwiftPM didn't report which plugins the targets use, and nothing was written into \
      \(targets.map { "'\($0)'" }.joined(separator: ", ")) before. Pass the targets that don't use AuthGeneratorPlugin: \
      \(targets.map { "--target \($0)" }.joined(separator: " ")).
      """
    return PluginProblem(text: text)
  }
}
