/// Takes away what a block tag leaves behind: the blanks before it and, if it ends its line, the line break.
///
/// Stencil can do the same, but does it each time that a text is rendered and with regular expressions.
enum TemplateTrim {
  static func trimmed(_ text: String) -> String {
    var output: [UInt8] = []
    let bytes = Array(text.utf8)
    output.reserveCapacity(bytes.count)
    var position = 0
    while position < bytes.count {
      guard let tag = nextBlock(in: bytes, from: position) else {
        output += bytes[position...]
        break
      }
      output += bytes[position..<tag.lowerBound]
      while let last = output.last, isBlank(last) { output.removeLast() }
      output += bytes[tag]
      position = behind(tag.upperBound, in: bytes)
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// From `{%` to `%}`. The linter made sure that every tag is closed in its line.
  private static func nextBlock(in bytes: [UInt8], from position: Int) -> Range<Int>? {
    let percent = UInt8(ascii: "%")
    func find(_ first: UInt8, _ second: UInt8, from start: Int) -> Int? {
      bytes.indices.dropFirst(start).dropLast().first { bytes[$0] == first && bytes[$0 + 1] == second }
    }
    guard let start = find(UInt8(ascii: "{"), percent, from: position),
      let end = find(percent, UInt8(ascii: "}"), from: start + 2)
    else { return nil }
    return start..<(end + 2)
  }

  /// Where the text goes on behind a tag.
  private static func behind(_ end: Int, in bytes: [UInt8]) -> Int {
    let next = bytes[end...].firstIndex { !isBlank($0) } ?? bytes.count
    return next < bytes.count && bytes[next] == UInt8(ascii: "\n") ? next + 1 : end
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}
