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

  /// The report with at most a hundred diagnostics of each file, and one that says how many others there are.
  var shortened: Report {
    var counts: [String: Int] = [:]
    for item in items { counts[item.diagnostic.location.file, default: 0] += 1 }
    guard counts.values.contains(where: { $0 > Self.maximumItems }) else { return self }
    var report = self
    report.items = []
    var shown: [String: Int] = [:]
    // Errors come first, because warnings don't explain why a run fails.
    let sorted = items.filter { $0.diagnostic.severity == .error } + items.filter { $0.diagnostic.severity != .error }
    for item in sorted {
      let file = item.diagnostic.location.file
      shown[file, default: 0] += 1
      let count = shown[file, default: 0]
      if count <= Self.maximumItems { report.items.append(item) }
      guard count == Self.maximumItems, let all = counts[file], all > count else { continue }
      var rest = item.diagnostic
      rest.message = "the file has \(all - count) more findings; correct the others first"
      rest.note = nil
      rest.sourceLine = ""
      report.items.append(Item(diagnostic: rest))
    }
    return report
  }

  private static let maximumItems = 100

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
