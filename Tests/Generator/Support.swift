import AuthDescriptor
import Foundation
import SwiftParser
import SwiftSyntax

@testable import AuthGenerator

/// A complete descriptor of five lines. Tests append keys to it.
let acme = """
  schema: 1
  id: acme
  name: Acme
  variables: { domain: { kind: host, example: acme.example.com } }
  server: { issuer: "https://{domain}" }

  """

func load(_ yaml: String) throws(DiagnosticsError) -> LoadedDescriptor {
  let loader = DescriptorLoader(readFile: { $0 == "acme.yaml" ? Data(yaml.utf8) : nil })
  return try loader.load(path: "acme.yaml")
}

/// The Swift code that is generated from a descriptor.
func generate(_ yaml: String) throws(DiagnosticsError) -> String {
  try Generator().file(for: load(yaml)).contents
}

/// The findings for a descriptor that can't be generated.
func findings(_ yaml: String) -> [String] {
  do throws(DiagnosticsError) {
    _ = try generate(yaml)
    return []
  } catch {
    return error.diagnostics.map(\.description)
  }
}

/// The values of a file's string literals, in order.
func literals(in swift: String) -> [String] {
  final class Visitor: SyntaxVisitor {
    var values: [String] = []

    override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
      values.append(node.representedLiteralValue ?? "(no fixed value)")
      return .visitChildren
    }
  }
  let visitor = Visitor(viewMode: .sourceAccurate)
  visitor.walk(Parser.parse(source: swift))
  return visitor.values
}

/// Text with strings of a descriptor: `«n:name»`, `«l:"literal"»`, `«c:/// comment»`, and `«w:words»`.
func marked(_ text: String) -> MarkedText {
  let marks: KeyValuePairs = [
    "«l:": "\u{10FF00}", "«n:": "\u{10FF01}", "«c:": "\u{10FF02}", "«w:": "\u{10FF03}", "»": "\u{10FF04}",
  ]
  return MarkedText(marks.reduce(text) { $0.replacing($1.key, with: $1.value) })
}
