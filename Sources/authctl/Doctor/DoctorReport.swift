import AuthDescriptor
import AuthRuntime
import Foundation

/// The findings of a run, as lines or as JSON, in the order of the checks.
struct DoctorReport: Sendable {
  let provider: String
  let issuer: String
  let findings: [Finding]

  var contradictions: Int { count(.contradiction) }

  func text() -> String {
    let summary = Finding.Severity.allCases.map { "\($0.rawValue): \(count($0))" }.joined(separator: ", ")
    return (findings.map(\.description) + [summary]).joined(separator: "\n")
  }

  func json() -> String {
    let fields: [String: JSONValue] = [
      "provider": .string(provider),
      "issuer": .string(issuer),
      "contradictions": .integer(Int64(contradictions)),
      "findings": .array(findings.map(Self.json)),
    ]
    return SafeJSON.text(.object(fields))
  }

  private static func json(_ finding: Finding) -> JSONValue {
    .object([
      "severity": .string(finding.severity.rawValue),
      "check": .string(finding.check.rawValue),
      "message": .string(finding.message.plainText(limit: 4000)),
      "change": finding.change.map { .string($0.plainText(limit: 4000)) } ?? .null,
      "file": .string(finding.location.file),
      "line": .integer(Int64(finding.location.line)),
      "column": .integer(Int64(finding.location.column)),
    ])
  }

  private func count(_ severity: Finding.Severity) -> Int {
    findings.filter { $0.severity == severity }.count
  }
}
