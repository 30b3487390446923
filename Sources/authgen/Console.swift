import AuthDescriptor
import Foundation

/// Where a command writes to, and whether a person looks at it.
struct Console {
  /// Standard error is a terminal.
  var isTerminal: Bool
  /// It is one that shows colours, and nobody switched them off (https://no-color.org).
  var isColoured: Bool
  var writeOutput: (String) -> Void
  var writeErrors: (String) -> Void
  var now: () -> ContinuousClock.Instant = { .now }

  init(
    isTerminal: Bool, environment: [String: String], writeOutput: @escaping (String) -> Void,
    writeErrors: @escaping (String) -> Void
  ) {
    self.isTerminal = isTerminal
    let isPlain = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    isColoured = isTerminal && !isPlain && environment["TERM"] != "dumb"
    self.writeOutput = writeOutput
    self.writeErrors = writeErrors
  }

  /// The process's own.
  static var standard: Console {
    Console(
      isTerminal: StandardTerminal.error.isPresent,
      environment: ProcessInfo.processInfo.environment,
      writeOutput: { StandardStream.output.write($0) },
      writeErrors: { StandardStream.error.write($0) })
  }
}

/// The colours of a terminal (ECMA-48, SGR).
enum Color: String {
  case red = "31"
  case green = "32"
  case yellow = "33"
  case cyan = "36"
  case bold = "1"
}

extension Console {
  /// The text in a colour, if there are any.
  func coloured(_ text: String, _ color: Color) -> String {
    isColoured ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
  }
}
