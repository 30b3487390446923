import AuthDescriptor
import AuthGenerator

/// The diagnostics and changes of a run.
struct Report {
  /// A diagnostic, and the difference that it reports.
  struct Item {
    var diagnostic: Diagnostic
    var diff: [String] = []
  }

  var items: [Item] = []
  /// The changes to the output folder.
  var steps: [OutputPlan.Step] = []

  init(_ diagnostics: [Diagnostic] = []) {
    items = diagnostics.inReadingOrder().map { Item(diagnostic: $0) }
  }

  mutating func add(_ differences: [OutputDifference]) {
    items += differences.map { Item(diagnostic: $0.diagnostic, diff: $0.diff?.lines ?? []) }
  }

  var hasErrors: Bool { items.contains { $0.diagnostic.severity == .error } }

  /// An object with the keys `diagnostics` and `files`.
  ///
  /// Each element of `files` has `path`, relative to the output folder, and `action`: `write`, `unchanged`, or
  /// `remove`. A difference has its lines under `diff`. Otherwise, the list is empty.
  var json: JSONText {
    .object([
      .init("diagnostics", .list(items.map(\.json))),
      .init(
        "files",
        .list(
          steps.map { step in
            .object([.init("path", .text(step.path)), .init("action", .text(step.action.rawValue))])
          })),
    ])
  }
}

extension Report.Item {
  fileprivate var json: JSONText {
    guard case .object(let members) = diagnostic.json else { return diagnostic.json }
    return .object(members + [.init("diff", .list(diff.map(JSONText.text)))])
  }
}
