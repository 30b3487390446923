import Testing

/// The targets that `swift package generate-auth-clients` writes into.
@Suite struct `The targets of the command` {
  typealias Candidate = TargetChoice.Candidate

  /// A target with descriptors. `builds` is `nil` if SwiftPM doesn't list the plugins of the target.
  private func target(
    _ name: String, builds: Bool?, hasClients: Bool = false, isMeant: Bool = true
  ) -> Candidate {
    Candidate(name: name, isMeant: isMeant, hasClients: hasClients, usesBuildPlugin: builds)
  }

  private func problems(_ choice: TargetChoice) -> [String] { choice.problems.map(\.text) }

  @Test func `By default the command writes into all targets with descriptors that don't use the build plugin`() {
    let all = [
      target("Built", builds: true), target("Committed", builds: false), target("Plain", builds: false, isMeant: false),
    ]
    let choice = TargetChoice(among: all, named: [])
    #expect(choice.chosen == ["Committed"])
    #expect(choice.left == ["Built"])
    #expect(problems(choice) == [])
  }

  @Test func `The command writes into the named targets only, and reports a wrong name`() {
    let all = [target("Built", builds: true), target("One", builds: false), target("Two", builds: false)]
    #expect(TargetChoice(among: all, named: ["Two"]).chosen == ["Two"])
    #expect(problems(TargetChoice(among: all, named: ["Two"])) == [])
    let wrong = problems(TargetChoice(among: all, named: ["Tow", "Built"]))
    #expect(wrong.first == "Unknown target 'Tow'; the targets are Built, One, Two.")
    #expect(wrong.last?.hasPrefix("Target 'Built' uses the plugin AuthGeneratorPlugin, which generates") == true)
    #expect(wrong.count == 2)
  }

  @Test func `The command reports that no target is left if all use the build plugin or lack a descriptor`() {
    let built = TargetChoice(among: [target("Built", builds: true)], named: [])
    #expect(problems(built).first?.hasPrefix("Target 'Built' uses the plugin AuthGeneratorPlugin") == true)
    let plain = TargetChoice(among: [target("Plain", builds: false, isMeant: false)], named: [])
    #expect(problems(plain) == ["No target contains a file <name>.auth.yaml."])
  }

  /// SwiftPM can't always list the plugins, and then a target may use the build plugin.
  @Test func `Without SwiftPM's list of plugins, the command writes into named targets and its earlier ones`() {
    let known = target("Committed", builds: nil, hasClients: true)
    let unknown = [target("New", builds: nil), target("Newer", builds: nil)]
    #expect(problems(TargetChoice(among: [known, target("Plain", builds: nil, isMeant: false)], named: [])) == [])
    #expect(
      problems(TargetChoice(among: [known] + unknown, named: [])) == [
        """
        SwiftPM didn't report which plugins the targets use, and nothing was written into 'New', 'Newer' before. Pass \
        the targets that don't use AuthGeneratorPlugin: --target New --target Newer.
        """
      ])
    let named = TargetChoice(among: [known] + unknown, named: ["New"])
    #expect(named.chosen == ["New"])
    #expect(problems(named) == [])
  }
}
