import AuthDescriptor
import AuthRuntime

enum StandardError {
  /// Prints a text of one or more lines, without characters that a terminal could act on.
  static func print(_ text: String) {
    StandardStream.error.print(text.plainLines)
  }
}
