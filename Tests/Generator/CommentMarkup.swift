/// The markup in a documentation comment, as DocC reads it.
enum CommentMarkup {
  /// The markers of blocks, directives, links, and tags, in the order of the lines. Of code samples, it includes only
  /// the fences.
  static func signs(_ comment: [String]) -> [String] {
    var signs: [String] = []
    var prose = ""
    var isSample = false
    for line in comment {
      let text = line.drop { $0 == "/" }.drop { $0 == " " }
      if text.hasPrefix("```") { isSample.toggle() }
      if !isSample { prose += text + " " }
      signs += blocks.filter { text.hasPrefix($0) && (!isSample || $0 == "```") }
    }
    return signs + inline(prose)
  }

  private static let blocks = [
    "@", "- ", "* ", "+ ", "# ", "> ", "```", "~~~", "|", "<", "[", "==", "--", ":-", "1. ", "\\param",
  ]

  /// Symbol links, links, and tags outside inline code. A character after a backslash doesn't count.
  private static func inline(_ prose: String) -> [String] {
    let plain = prose.replacing(/\\[!-\/:-@\[-`{-~]/, with: "")
    let symbols = plain.matches(of: /``[^`]+``/).map { _ in "symbol" }
    let withoutCode = plain.replacing(/`+[^`]+`+/, with: "")
    return symbols + withoutCode.matches(of: /<[A-Za-z!?\/]|\[/).map { String($0.output) }
  }
}
