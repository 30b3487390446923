import AuthConfiguration
import Foundation

/// A curl command that requests tokens, and the response as a terminal shows it.
struct CurlTranscript: Sendable {
  let command: CurlCommand
  /// The members of the response.
  let response: [String: JSONValue]

  /// The largest number of words in a command.
  private static let maximumWords = 500
  /// The largest size of a command.
  private static let maximumBytes = 64 << 10

  /// - Returns: `nil` if the text contains no curl command.
  /// - Throws: A finding at the line of the command or of the response.
  init?(_ text: String, file: String) throws(DiagnosticsError) {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    guard let start = lines.firstIndex(where: { Self.command(in: $0) != nil }) else { return nil }
    let place = SourceLocation(file: file, line: start + 1, column: 1)
    var end = start
    var words = CommandWords()
    var line = Self.command(in: lines[start]) ?? ""
    var length = line.utf8.count
    words.read(line.withoutContinuation)
    // A backslash at the end and an open quote continue the command on the next line.
    while words.isQuoted || line.hasSuffix("\\"), end + 1 < lines.count {
      end += 1
      words.read(line.hasSuffix("\\") ? " " : "\n")
      line = lines[end]
      length += line.utf8.count + 1
      guard length <= Self.maximumBytes else { break }
      words.read(line.withoutContinuation)
    }
    guard length <= Self.maximumBytes else {
      throw Self.rejected("the curl command is too long; it can have at most \(Self.maximumBytes) bytes", at: place)
    }
    guard !words.isQuoted, words.all.count <= Self.maximumWords else {
      throw Self.rejected("a quote of the curl command isn't closed, or the command has too many words", at: place)
    }
    guard let command = CurlCommand(words: words.all), DraftURL.problem(with: command.url) == nil else {
      throw Self.rejected("the curl command doesn't contain the https URL of a token endpoint", at: place)
    }
    self.command = command
    response = try Self.response(in: lines[(end + 1)...], file: file)
  }

  /// The command in a line, without a shell's prompt.
  private static func command(in line: String) -> String? {
    let line = line.trimmingSpaces
    let bare = ["$ ", "% ", "# ", "> "].contains { line.hasPrefix($0) } ? String(line.dropFirst(2)) : line
    return bare.hasPrefix("curl ") ? bare : nil
  }

  /// Reads the body, after the status and the header fields of `curl -i` and `curl -v`.
  private static func response(in lines: ArraySlice<String>, file: String) throws(DiagnosticsError) -> [String:
    JSONValue]
  {
    let isNoise = { (line: String) in
      ["* ", "> ", "< ", "{ [", "} ["].contains { line.hasPrefix($0) } || line == ">" || line == "<"
    }
    var rest = lines.drop { $0.trimmingSpaces.isEmpty || isNoise($0) }
    if rest.first?.hasPrefix("HTTP/") == true {
      rest = rest.drop { !$0.trimmingSpaces.isEmpty }.drop { $0.trimmingSpaces.isEmpty }
    }
    let place = SourceLocation(file: file, line: rest.startIndex + 1, column: 1)
    // A prompt ends the response.
    let body = rest.prefix { line in !isNoise(line) && !line.hasPrefix("$ ") }.joined(separator: "\n").trimmingSpaces
    guard !body.isEmpty else {
      throw rejected("the response of the token endpoint is missing after the curl command", at: place)
    }
    guard let members = members(of: body) else {
      throw rejected("the response after the curl command is neither a JSON object nor a form", at: place)
    }
    if let error = members["error"]?.string, members["access_token"] == nil {
      throw rejected("the response is the error '\(error.shown(limit: 60))'", at: place)
    }
    return members
  }

  private static func members(of body: String) -> [String: JSONValue]? {
    if body.hasPrefix("{") {
      guard case .object(let members)? = JSONValue(parsing: Data(body.utf8)) else { return nil }
      return members
    }
    guard body.contains("="), !body.contains(where: \.isWhitespace), let pairs = FormEncoding.decode(body) else {
      return nil
    }
    return Dictionary(pairs.map { ($0.name, .string($0.value)) }) { first, _ in first }
  }

  private static func rejected(_ message: String, at place: SourceLocation) -> DiagnosticsError {
    DiagnosticsError([
      Diagnostic(
        .files.unusableDocument, message, at: place,
        note: "paste the whole command and the complete, successful response; you may replace secrets with other text")
    ])
  }
}

extension String {
  /// The line without the backslash that continues the command on the next line.
  fileprivate var withoutContinuation: Substring { hasSuffix("\\") ? dropLast() : self[...] }
}
