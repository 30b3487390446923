import Foundation
import Testing

@testable import AuthDescriptor

/// A complete descriptor of five lines. Tests append keys to it.
let acme = """
  schema: 1
  id: acme
  name: Acme
  variables: { domain: { kind: host, example: acme.example.com } }
  server: { issuer: "https://{domain}" }

  """

/// Loads the string as the file `acme.yaml`, next to other files.
func load(_ yaml: String, files: [String: String] = [:]) throws(DiagnosticsError) -> LoadedDescriptor {
  let all = files.merging(["acme.yaml": yaml]) { _, own in own }
  let loader = DescriptorLoader(readFile: { path in all[path].map { Data($0.utf8) } })
  return try loader.load(path: "acme.yaml")
}

/// All findings in the descriptor, one string each, without the file's name.
func findings(_ yaml: String, files: [String: String] = [:]) -> [String] {
  let diagnostics: [Diagnostic]
  do throws(DiagnosticsError) {
    diagnostics = try load(yaml, files: files).warnings
  } catch {
    diagnostics = error.diagnostics
  }
  return diagnostics.map { $0.description.replacing("acme.yaml:", with: "") }
}

/// A descriptor with an error, and the expected findings.
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
