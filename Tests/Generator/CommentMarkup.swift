/// What a documentation comment holds beside prose, as DocC would see it.
enum CommentMarkup {
  /// The signs that begin a block or a directive, and those of links and tags, in the order of the lines. Code samples
  /// are left out but for their fences.
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

  /// Links to symbols, links and tags outside of inline code. A sign behind a backslash is none.
  private static func inline(_ prose: String) -> [String] {
    let plain = prose.replacing(/\\[!-\/:-@\[-`{-~]/, with: "")
    let symbols = plain.matches(of: /``[^`]+``/).map { _ in "symbol" }
    let withoutCode = plain.replacing(/`+[^`]+`+/, with: "")
    return symbols + withoutCode.matches(of: /<[A-Za-z!?\/]|\[/).map { String($0.output) }
  }
}
