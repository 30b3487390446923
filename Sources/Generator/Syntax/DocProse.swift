/// Text that a documentation comment shows literally, regardless of its content.
///
/// DocC reads Markdown, block directives, and Doxygen commands. A descriptor's text can contain inline code in single
/// backticks. Anything else that would be a link, markup, or a separate block is escaped. So a descriptor can't add a
/// parameter, swallow the rest of a comment, or name a symbol that the documentation build doesn't find.
struct DocProse {
  /// Text without white space.
  struct Word: Equatable {
    var text: String
    /// Whether the word begins inside inline code, where a backslash is literal.
    var isCode: Bool

    /// The word as it can begin a line, or `nil` if it must follow another word.
    var atLineStart: String? {
      guard let marker = DocProse.marker(text) else { return text }
      return isCode ? nil : String(text.prefix(marker)) + "\\" + text.dropFirst(marker)
    }
  }

  let words: [Word]

  init(_ text: String) {
    var scan = ProseScan(Self.withoutSymbolLinks(text))
    scan.run()
    words = scan.words
  }

  /// Removes double backticks. Two or more backticks on both sides would be a link to a symbol.
  private static func withoutSymbolLinks(_ text: String) -> String {
    // A combining mark forms one character with a backtick, but a Markdown parser still sees the backtick.
    guard text.utf8.contains((UInt8(ascii: "`"), UInt8(ascii: "`"))) else { return text }
    let runs = text.unicodeScalars.reduce(into: [String.UnicodeScalarView]()) { runs, scalar in
      let continues = runs.last?.last.map { ($0 == "`") == (scalar == "`") } ?? false
      if continues { runs[runs.count - 1].append(scalar) } else { runs.append(.init([scalar])) }
    }
    var occurrences: [Int: Int] = [:]
    for run in runs where run.first == "`" { occurrences[run.count, default: 0] += 1 }
    return runs.map { run in
      guard run.first == "`", run.count > 1, occurrences[run.count, default: 0] > 1 else { return String(run) }
      return String(repeating: "\\`", count: run.count)
    }.joined()
  }

  /// The position for a backslash that turns the beginning of a block into text, or `nil` if the word doesn't begin a block.
  private static func marker(_ word: String) -> Int? {
    let scalars = Array(word.unicodeScalars)
    guard let first = scalars.first else { return nil }
    switch first {
    case "@", ">", "|", "<": return 0
    case "\\": return scalars.count > 1 && scalars[1].properties.isAlphabetic ? 0 : nil
    case "`", "~": return scalars.starts(with: [first, first, first]) ? 0 : nil
    case "-", ":": return scalars.allSatisfy { "-:|".unicodeScalars.contains($0) } ? 0 : nil
    case "+", "*", "_", "=", "#": return scalars.allSatisfy { $0 == first } ? 0 : nil
    case "0"..."9":
      let digits = scalars.prefix { ("0"..."9").contains($0) }.count
      return scalars.count == digits + 1 && ".)".unicodeScalars.contains(scalars[digits]) ? digits : nil
    default: return nil
    }
  }
}

/// A pass over text, as a Markdown parser reads it. White space of any kind separates words.
private struct ProseScan {
  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var word = DocProse.Word(text: "", isCode: false)
  private(set) var words: [DocProse.Word] = []

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
  }

  mutating func run() {
    while index < scalars.count { step() }
    finishWord(inCode: false)
  }

  private mutating func step() {
    switch scalars[index] {
    case "`": backticks()
    case "\\" where index + 1 < scalars.count && !scalars[index + 1].isBlank: take(2, inCode: false)
    case "<", "[":
      word.text.append("\\")
      take(1, inCode: false)
    default: take(1, inCode: false)
    }
  }

  /// Inline code extends to the next run with the same number of backticks. Without one, the backticks are literal.
  private mutating func backticks() {
    let length = runLength(at: index)
    var end = index + length
    while end < scalars.count {
      let closing = runLength(at: end)
      if closing == length { return take(end + closing - index, inCode: true) }
      end += max(closing, 1)
    }
    take(length, inCode: false)
  }

  private func runLength(at start: Int) -> Int { scalars[start...].prefix { $0 == "`" }.count }

  private mutating func take(_ count: Int, inCode: Bool) {
    for _ in 0..<count {
      if scalars[index].isBlank { finishWord(inCode: inCode) } else { word.text.unicodeScalars.append(scalars[index]) }
      index += 1
    }
  }

  /// - Parameter inCode: Whether the next word begins inside inline code.
  private mutating func finishWord(inCode: Bool) {
    if !word.text.isEmpty { words.append(word) }
    word = DocProse.Word(text: "", isCode: inCode)
  }
}

extension String {
  /// The parts between white space of any kind.
  package var words: [String] {
    unicodeScalars.split(whereSeparator: \.isBlank).map { String($0) }
  }
}

extension Unicode.Scalar {
  /// Whether the character is white space. Unicode's tables are only used beyond ASCII.
  fileprivate var isBlank: Bool {
    isASCII ? self == " " || ("\t"..."\r").contains(self) : properties.isWhitespace
  }
}
