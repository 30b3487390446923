/// The reason that no draft can be made of a document.
package struct DraftFailure: Error {
  /// The name of the problem, and its description.
  package let line: String

  package init(line: String) { self.line = line }
}
