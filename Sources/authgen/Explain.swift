import ArgumentParser
import AuthDescriptor

struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Explain a diagnostic code: its meaning, its reason, and a correct example.",
    discussion: "A diagnostic ends with its code in brackets. Omit the code to list all codes."
  )

  // Only a shell that completes the command needs the list.
  @Argument(
    help: "The code, such as unknown-key.",
    completion: .custom { _, _, _ in DiagnosticCode.allCases.map(\.rawValue) })
  var code: String?

  func run() throws {
    guard let code else { return StandardStream.output.print(Self.list, terminator: "") }
    guard let known = DiagnosticCode(rawValue: code.trimmingBrackets) else {
      let suggestion = SpellingSuggestion.suggestion(for: code, among: DiagnosticCode.allCases.map(\.rawValue))
      throw ValidationError("Unknown code '\(code)'\(suggestion)")
    }
    StandardStream.output.print(known.explanation.text(for: known), terminator: "")
  }

  private static var list: String {
    let width = DiagnosticCode.allCases.map(\.rawValue.count).max() ?? 0
    return DiagnosticCode.allCases.map { code in
      let padding = String(repeating: " ", count: width + 2 - code.rawValue.count)
      return code.rawValue + padding + code.explanation.summary + "\n"
    }.joined()
  }
}

extension String {
  /// The code without brackets, in case it was copied from a diagnostic as `[unknown-key]`.
  fileprivate var trimmingBrackets: String {
    hasPrefix("[") && hasSuffix("]") ? String(dropFirst().dropLast()) : self
  }
}
