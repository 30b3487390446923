import AuthDescriptor
import AuthRuntime

enum StandardError {
  /// Prints one or more lines without control characters.
  static func print(_ text: String) {
    StandardStream.error.print(text.plainLines)
  }
}
