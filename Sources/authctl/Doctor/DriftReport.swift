import AuthDescriptor
import AuthRuntime
import Foundation

/// The report of a comparison of many descriptors, in Markdown.
struct DriftReport: Sendable {
  let results: [DriftRun.Result]
  /// The date, such as `2026-09-01`.
  let day: String

  var contradictions: Int { results.reduce(0) { $0 + $1.contradictions.count } }

  /// The facts that a patch can correct. Descriptors that extend another one share its facts, and each is here once.
  var moved: [MovedFact] {
    var known: Set<MovedFact> = []
    return results.flatMap { $0.contradictions.compactMap(\.moved) }.filter { known.insert($0).inserted }
  }

  var text: String {
    ([head] + compared.map(section) + [skipped]).joined(separator: "\n")
  }

  /// One line for a terminal.
  var summary: String {
    "compared: \(compared.count), skipped: \(results.count - compared.count), contradictions: \(contradictions), "
      + "in the patch: \(moved.count)"
  }

  private var compared: [DriftRun.Result] {
    results.filter { if case .compared = $0.outcome { true } else { false } }
  }

  private var head: String {
    "# Comparison of descriptors with servers, \(day)\n\n\(summary)\n"
  }

  /// Servers choose parts of the text, so all of it is in a code block.
  private func section(_ result: DriftRun.Result) -> String {
    let lines = result.findings.filter { $0.severity != .fine }.map { "    \($0.description)\n" }
    let title = "## \(result.id)\n\n"
    return title + (lines.isEmpty ? "No difference.\n" : lines.joined())
  }

  private var skipped: String {
    let lines = results.compactMap { result -> String? in
      guard case .skipped(let reason) = result.outcome else { return nil }
      return "    \(result.id): \(reason.plainText())\n"
    }
    return lines.isEmpty ? "" : "## Skipped\n\n" + lines.joined()
  }
}
