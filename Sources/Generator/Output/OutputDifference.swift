import AuthDescriptor

/// A file that differs from what its descriptor generates.
public struct OutputDifference: Sendable, Hashable {
  /// The diagnostic, at the beginning of the file.
  public var diagnostic: Diagnostic
  /// The changes that a run would make, if the file exists.
  public var diff: UnifiedDiff?
}

extension OutputFolder {
  /// Compares the folder with a plan, without writing.
  public func differences(from plan: OutputPlan) -> [OutputDifference] {
    reading {
      differences(from: plan, in: $0)
    } failing: { error in
      error.diagnostics.map { OutputDifference(diagnostic: $0) }
    }
  }

  func differences(from plan: OutputPlan, in output: OutputFiles) -> [OutputDifference] {
    guard plan.problems.isEmpty else { return plan.problems.map { OutputDifference(diagnostic: $0) } }
    let made = plan.changed.map { file in
      let limit = file.contents.utf8.count * 2 + (1 << 20)
      guard let current = output.contents(file.path, atMost: limit) else {
        return difference(at: file.path, "the file is missing")
      }
      let name = displayName(of: file.path)
      let diff = UnifiedDiff(
        from: String(decoding: current, as: UTF8.self), to: file.contents, oldName: name, newName: "\(name) (new)")
      return difference(at: file.path, "the file differs from its descriptor", diff)
    }
    return made + plan.leftovers.map { difference(at: $0, "no descriptor generates this file anymore") }
  }

  private func difference(at name: String, _ message: String, _ diff: UnifiedDiff? = nil) -> OutputDifference {
    let location = SourceLocation(file: displayName(of: name))
    return OutputDifference(diagnostic: Diagnostic(.generation.staleOutput, message, at: location), diff: diff)
  }
}
