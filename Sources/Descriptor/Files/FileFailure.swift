/// The reason that a file or a folder can't be read or written, as the end of a sentence: "the disk is full".
package struct FileFailure: Error, Sendable, Hashable {
  package let reason: String

  package init(_ reason: String) {
    self.reason = reason
  }
}
