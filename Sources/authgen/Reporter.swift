import ArgumentParser
import AuthConfiguration
import AuthDescriptor

/// Prints the report of a run in the format that the user chose.
///
/// Text goes to standard error. Each diagnostic begins with `file:line:column: error: …`, as editors and SwiftPM
/// expect. Output for other programs goes to standard output.
struct Reporter {
  var format = ReportFormat.text
  var console = Console.standard
  /// Returns the text of a file by the name that diagnostics use.
  var text: (String) -> String? = { _ in nil }

  /// Prints the report. Ends the command if there is an error.
  func finish(_ report: Report) throws {
    let shortened = report.shortened
    switch format {
    case .text: printText(shortened)
    case .json: console.writeOutput(shortened.json.document)
    case .github: printAnnotations(shortened)
    }
    if report.hasErrors { throw ExitCode.failure }
  }

  private func printText(_ report: Report) {
    var lines = SourceLines(read: text)
    for item in report.items {
      let excerpt = item.diff.isEmpty ? lines.excerpt(for: item.diagnostic) : nil
      let output = [headline(item.diagnostic)] + (excerpt.map(shown) ?? []) + note(item.diagnostic) + shown(item.diff)
      console.writeErrors(output.joined(separator: "\n") + "\n")
    }
  }

  private func printAnnotations(_ report: Report) {
    for item in report.items {
      console.writeOutput(item.diagnostic.gitHubAnnotation + "\n")
      if !item.diff.isEmpty { console.writeErrors(item.diff.map(\.shown).joined(separator: "\n") + "\n") }
    }
  }
}

extension Reporter {
  private func headline(_ diagnostic: Diagnostic) -> String {
    guard console.isColored else { return diagnostic.headline }
    let severity = diagnostic.severity.rawValue
    let color: Color = diagnostic.severity == .error ? .red : .yellow
    let place = console.colored("\(diagnostic.location):", .bold)
    let rest = diagnostic.headline.dropFirst("\(diagnostic.location): \(severity): ".count)
    return "\(place) \(console.colored("\(severity):", color)) \(rest)"
  }

  private func shown(_ excerpt: SourceExcerpt) -> [String] {
    [excerpt.source, excerpt.margin + excerpt.caret.dropLast() + console.colored("^", .green)]
  }

  private func note(_ diagnostic: Diagnostic) -> [String] {
    diagnostic.noteLine.map { [$0] } ?? []
  }

  private func shown(_ diff: [String]) -> [String] {
    diff.map(\.shown).map { line in
      switch line.first {
      case "+": console.colored(line, .green)
      case "-": console.colored(line, .red)
      case "@": console.colored(line, .cyan)
      default: line
      }
    }
  }
}

extension Reporter {
  /// Prints text with excerpts of descriptors.
  static var ofDescriptors: Reporter { Reporter(text: { DescriptorLoader().excerptText(ofFile: $0) }) }

  /// Runs a step of a command. If it fails, prints the errors and ends the command.
  static func reporting<Value>(_ step: () throws(DiagnosticsError) -> Value) throws -> Value {
    do throws(DiagnosticsError) {
      return try step()
    } catch {
      try Reporter.ofDescriptors.finish(Report(error.diagnostics))
      throw ExitCode.failure
    }
  }
}

extension String {
  /// A line of a file on disk, without control characters for the terminal.
  fileprivate var shown: String { replacing("\t", with: "    ").plainText(limit: .max) }
}
