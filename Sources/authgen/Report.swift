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

extension Report {
  private static let maximumItems = 100

  /// The report with at most a hundred diagnostics of each file, and one that says how many others there are.
  var shortened: Report {
    let counts = Dictionary(items.map { ($0.file, 1) }, uniquingKeysWith: +)
    guard counts.values.contains(where: { $0 > Self.maximumItems }) else { return self }
    var report = self
    report.items = Self.firstItems(of: errorsFirst, counts)
    return report
  }

  /// The diagnostics with the errors first, because warnings don't explain why a run fails.
  private var errorsFirst: [Item] {
    items.filter { $0.diagnostic.severity == .error } + items.filter { $0.diagnostic.severity != .error }
  }

  /// Returns the first diagnostics of each file. The last of them is followed by the number of the others.
  ///
  /// - Parameter counts: The number of diagnostics of each file.
  private static func firstItems(of items: [Item], _ counts: [String: Int]) -> [Item] {
    var shown: [String: Int] = [:]
    return items.flatMap { item -> [Item] in
      let count = shown[item.file, default: 0] + 1
      guard count <= maximumItems else { return [] }
      shown[item.file] = count
      let others = counts[item.file, default: 0] - count
      return count == maximumItems && others > 0 ? [item, item.remainder(others)] : [item]
    }
  }
}

extension Report.Item {
  fileprivate var file: String { diagnostic.location.file }

  /// A diagnostic at the same place that only says how many others the file has.
  fileprivate func remainder(_ others: Int) -> Report.Item {
    var rest = diagnostic
    rest.message = "the file has \(others) more finding\(others == 1 ? "" : "s"); correct these first"
    rest.note = nil
    rest.sourceLine = ""
    return Report.Item(diagnostic: rest)
  }

  fileprivate var json: JSONText {
    guard case .object(let members) = diagnostic.json else { return diagnostic.json }
    return .object(members + [.init("diff", .list(diff.map(JSONText.text)))])
  }
}
