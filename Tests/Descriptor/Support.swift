import Foundation
import Testing

@testable import AuthDescriptor

/// Five lines that are a complete descriptor; tests add to them.
let acme = """
  schema: 1
  id: acme
  name: Acme
  variables: { domain: { kind: host, example: acme.example.com } }
  server: { issuer: "https://{domain}" }

  """

/// Loads the text as if it stood in `acme.yaml`, beside other files.
func load(_ yaml: String, beside files: [String: String] = [:]) throws(DiagnosticsError) -> LoadedDescriptor {
  let all = files.merging(["acme.yaml": yaml]) { _, own in own }
  let loader = DescriptorLoader(readFile: { path in all[path].map { Data($0.utf8) } })
  return try loader.load(path: "acme.yaml")
}

/// Everything that is said about the text, one entry a finding, without the file's name.
func findings(_ yaml: String, beside files: [String: String] = [:]) -> [String] {
  let diagnostics: [Diagnostic]
  do throws(DiagnosticsError) {
    diagnostics = try load(yaml, beside: files).warnings
  } catch {
    diagnostics = error.diagnostics
  }
  return diagnostics.map { $0.description.replacing("acme.yaml:", with: "") }
}

/// A text with a slip, and what is said about it.
struct InvalidExample: Sendable, CustomTestStringConvertible {
  var name: String
  var yaml: String
  var findings: [String]

  init(_ name: String, _ yaml: String, _ findings: String...) {
    self.name = name
    self.yaml = yaml
    self.findings = findings
  }

  var testDescription: String { name }
}
