import AuthDescriptor
import Foundation

/// The output streams of a command, and whether they're a terminal.
struct Console {
  /// Whether standard error is a terminal.
  var isTerminal: Bool
  /// Whether the terminal shows colors and they're not disabled (https://no-color.org).
  var isColored: Bool
  var writeOutput: (String) -> Void
  var writeErrors: (String) -> Void
  var now: () -> ContinuousClock.Instant = { .now }

  init(
    isTerminal: Bool, environment: [String: String], writeOutput: @escaping (String) -> Void,
    writeErrors: @escaping (String) -> Void
  ) {
    self.isTerminal = isTerminal
    let isPlain = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    isColored = isTerminal && !isPlain && environment["TERM"] != "dumb"
    self.writeOutput = writeOutput
    self.writeErrors = writeErrors
  }

  /// The console of the process.
  static var standard: Console {
    Console(
      isTerminal: StandardTerminal.error.isPresent,
      environment: ProcessInfo.processInfo.environment,
      writeOutput: { StandardStream.output.write($0) },
      writeErrors: { StandardStream.error.write($0) })
  }
}

/// A color of the terminal (ECMA-48, SGR).
enum Color: String {
  case red = "31"
  case green = "32"
  case yellow = "33"
  case cyan = "36"
  case bold = "1"
}

extension Console {
  /// The text in a color, if the terminal shows colors.
  func colored(_ text: String, _ color: Color) -> String {
    isColored ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
  }
}
