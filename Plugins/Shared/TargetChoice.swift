/// Which targets of a package the command writes into.
struct TargetChoice: Equatable {
  /// A target with source code.
  struct Candidate {
    var name: String
    /// There is something to write, or to complain of.
    var isMeant: Bool
    /// The command wrote into it before.
    var hasClients: Bool
    /// Whether its clients are made while it is built; `nil` where SwiftPM did not say.
    var usesBuildPlugin: Bool?
  }

  /// Those to write into.
  private(set) var chosen: [String] = []
  /// Those of the build plugin that nobody has asked for.
  private(set) var left: [String] = []
  private(set) var problems: [PluginProblem] = []

  /// - Parameter names: Those that the user named; all if none is.
  init(among all: [Candidate], named names: [String]) {
    problems = names.filter { name in !all.contains { $0.name == name } }.map { Self.unknown($0, among: all) }
    let asked = all.filter { names.isEmpty || names.contains($0.name) }
    let building = asked.filter { $0.usesBuildPlugin == true }.map(\.name)
    let others = asked.filter { $0.usesBuildPlugin != true && (!names.isEmpty || $0.isMeant) }
    if names.isEmpty { left = building }
    // Without a name nobody has asked for these targets, unless there are no others.
    if !names.isEmpty || others.isEmpty { problems += building.map(Self.bothPlugins) }
    let doubtful = others.filter { names.isEmpty && $0.usesBuildPlugin == nil && !$0.hasClients }.map(\.name)
    if !doubtful.isEmpty { problems.append(Self.undecided(doubtful)) }
    chosen = others.map(\.name)
    if chosen.isEmpty, problems.isEmpty {
      let text = "No target has a file <name>\(TargetFiles.descriptorEnding) to write a client of."
      problems.append(PluginProblem(text: text))
    }
  }

  private static func unknown(_ name: String, among targets: [Candidate]) -> PluginProblem {
    let known = targets.map(\.name).sorted().joined(separator: ", ")
    return PluginProblem(text: "There is no target '\(name)'; there are \(known).")
  }

  private static func bothPlugins(_ target: String) -> PluginProblem {
    let text = """
      Target '\(target)' uses the plugin AuthGeneratorPlugin, which makes its clients while it is built: nothing is to be \
      written into it. To commit generated code, remove the plugin from the target in Package.swift first.
      """
    return PluginProblem(text: text)
  }

  /// What was written beside a build plugin's clients would end every build until somebody finds out.
  private static func undecided(_ targets: [String]) -> PluginProblem {
    let text = """
      SwiftPM did not say which plugins the targets use, and nothing was written into \
      \(targets.map { "'\($0)'" }.joined(separator: ", ")) before. Name those that do not use AuthGeneratorPlugin: \
      \(targets.map { "--target \($0)" }.joined(separator: " ")).
      """
    return PluginProblem(text: text)
  }
}
