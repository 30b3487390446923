/// Splits a command as a POSIX shell does, part by part. Variables and substitutions aren't expanded.
struct CommandWords {
  private var finished: [String] = []
  private var word = ""
  private var hasWord = false
  private var quote: Character?
  private var isEscaped = false

  /// Whether a quote is open.
  var isQuoted: Bool { quote != nil }

  /// The words of the parts so far.
  var all: [String] { hasWord ? finished + [word] : finished }

  /// Reads the next part of the command.
  mutating func read(_ text: some StringProtocol) {
    for character in text { read(character) }
  }

  private mutating func read(_ character: Character) {
    if isEscaped {
      // In double quotes, a backslash is literal before other characters.
      if quote == "\"", !"\"\\$`\n".contains(character) { word.append("\\") }
      add(character)
      isEscaped = false
    } else if character == "\\", quote != "'" {
      isEscaped = true
      hasWord = true
    } else if let open = quote {
      if character == open { quote = nil } else { add(character) }
    } else if character == "'" || character == "\"" {
      quote = character
      hasWord = true
    } else if character.isWhitespace {
      finishWord()
    } else {
      add(character)
    }
  }

  private mutating func add(_ character: Character) {
    word.append(character)
    hasWord = true
  }

  private mutating func finishWord() {
    if hasWord { finished.append(word) }
    word = ""
    hasWord = false
  }
}
