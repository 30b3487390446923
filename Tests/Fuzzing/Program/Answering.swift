extension Answers {
  /// Reads one question per line of input, and writes its verdict.
  static func run() async {
    while let line = readLine() { print(await text(for: line)) }
  }
}
