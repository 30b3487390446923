import Foundation
import Testing

@testable import AuthDescriptor
@testable import AuthGenerator

/// Replaces strings in a descriptor with hostile ones and checks the generated files.
struct HostileTrial {
  private let sheet: DescriptorSheet
  private let generator = Generator()

  init(_ sheet: DescriptorSheet) {
    self.sheet = sheet
  }

  /// Checks that each string is either rejected or data.
  ///
  /// - Returns: The numbers of the accepted strings.
  func run(_ texts: [Int: HostileText]) -> Set<Int> {
    let replacements = Dictionary(uniqueKeysWithValues: texts.map { ($0.key, $0.value.text(Self.mark($0.key))) })
    let groups = settle(replacements) { replacements throws(DiagnosticsError) in
      _ = try sheet.load(replacements)
    }
    let taken = groups.flatMap { group in
      settle(group) { replacements throws(DiagnosticsError) in
        let descriptor = try sheet.load(replacements)
        try check(try generator.file(for: descriptor), replacements)
        checkMarks(try generator.rendered([descriptor] + descriptor.variants).text, replacements)
      }
    }
    return Set(taken.flatMap(\.keys))
  }

  /// Removes rejected strings until the rest is accepted.
  ///
  /// - Returns: Groups of strings that are accepted together. There's one group, unless some strings conflict.
  private func settle(
    _ texts: [Int: String], _ attempt: ([Int: String]) throws(DiagnosticsError) -> Void
  ) -> [[Int: String]] {
    if texts.isEmpty { return [] }
    do throws(DiagnosticsError) {
      try attempt(texts)
      return [texts]
    } catch {
      checkRefusal(error)
      let culprits = sheet.places(of: error, among: Set(texts.keys))
      let rest = texts.filter { !culprits.contains($0.key) }
      if rest.count < texts.count { return settle(rest, attempt) }
      if texts.count == 1 { return [] }
      let half = Set(texts.keys.sorted().prefix(texts.count / 2))
      let first = settle(texts.filter { half.contains($0.key) }, attempt)
      let groups = first + settle(texts.filter { !half.contains($0.key) }, attempt)
      let all = groups.reduce(into: [:]) { all, group in all.merge(group) { first, _ in first } }
      return (try? attempt(all)) == nil ? groups : [all]
    }
  }

  /// The numbers of the strings that are rejected when all of them are replaced.
  static func rejected(_ places: [Int], by sheet: DescriptorSheet, _ text: (Int) -> String) -> Set<Int> {
    do throws(DiagnosticsError) {
      _ = try sheet.load(Dictionary(uniqueKeysWithValues: places.map { ($0, text($0)) }))
      return []
    } catch {
      return sheet.places(of: error, among: Set(places))
    }
  }

  private static func mark(_ place: Int) -> String { "q\(place)q" }

  /// The numbers of all marks in a text, found in one pass. Adjacent marks share a letter, as in `q1q2q`.
  static func marks(in text: String) -> Set<Int> {
    let parts = text.utf8.split(separator: UInt8(ascii: "q"), omittingEmptySubsequences: false)
    return Set(parts.dropFirst().dropLast().compactMap { Int(Substring($0)) })
  }

  /// The reader must reject a string at its location. The final check of the rendered file is only a safety net.
  private func checkRefusal(_ error: DiagnosticsError) {
    for finding in error.diagnostics {
      let isLate = [.generation.invalidOutput, .generation.invalidTemplate].contains(finding.code)
      if isLate || finding.location.file != DescriptorSheet.file { Issue.record("\(sheet.name): \(finding)") }
    }
  }

  /// The file with harmless strings instead of hostile ones. If those are rejected, it's the file without changes.
  private func harmless(_ texts: [Int: String]) throws(DiagnosticsError) -> CodeOutline {
    let words = Dictionary(uniqueKeysWithValues: texts.keys.map { ($0, Self.mark($0)) })
    let descriptor: LoadedDescriptor
    do { descriptor = try sheet.load(words) } catch { descriptor = try sheet.load([:]) }
    return CodeOutline(try generator.file(for: descriptor).contents)
  }

  private func check(_ file: GeneratedFile, _ texts: [Int: String]) throws(DiagnosticsError) {
    let outline = CodeOutline(file.contents)
    let original = try harmless(texts)
    #expect(!outline.hasError)
    checkItems(outline, original, texts)
    #expect(!outline.literals.contains(nil))
    let names = Self.names(texts)
    let literals = outline.literals.compactMap { $0 }
    let comments = outline.comments.map { $0.joined(separator: " ").without(names) }
    for literal in literals {
      for text in Self.marks(in: literal).compactMap({ texts[$0] })
      where !literal.holds(text) && !literal.holds(text.inJSON) {
        Issue.record("\(sheet.name): a literal contains \(text.debugDescription) as \(literal.debugDescription)")
      }
    }
    for comment in comments {
      for text in Self.marks(in: comment).compactMap({ texts[$0] })
      where !comment.withoutLayout.holds(text.withoutLayout) {
        Issue.record("\(sheet.name): a comment contains \(text.debugDescription) as \(comment.debugDescription)")
      }
    }
    #expect(outline.comments.count == original.comments.count)
    for (comment, old) in zip(outline.comments, original.comments)
    where CommentMarkup.signs(comment) != CommentMarkup.signs(old) {
      Issue.record("\(sheet.name): markup in \(comment)")
    }
  }

  /// Finds strings that were inserted without a function that produces valid Swift.
  private func checkMarks(_ text: MarkedText, _ texts: [Int: String]) {
    var rest = Array(text.contents.utf8)
    for place in text.places.reversed() { rest.replaceSubrange(place.range, with: [UInt8(ascii: " ")]) }
    let contents = String(decoding: rest, as: UTF8.self).without(Self.names(texts))
    for text in Self.marks(in: contents).compactMap({ texts[$0] }) {
      Issue.record("\(sheet.name): the file contains \(text.debugDescription) without a mark")
    }
  }

  /// Checks that the file has the original declarations and statements. Only names may differ.
  private func checkItems(_ outline: CodeOutline, _ original: CodeOutline, _ texts: [Int: String]) {
    let names = Self.names(texts)
    #expect(outline.items.map(\.kind) == original.items.map(\.kind), "\(sheet.name)")
    for (item, old) in zip(outline.items, original.items) where item != old && !names.contains(item.name) {
      Issue.record("\(sheet.name): \(item) replaces \(old)")
    }
    let known = Set(original.code).union(names)
    for code in outline.code where !known.contains(code) && Self.marks(in: code).contains(where: { texts[$0] != nil }) {
      Issue.record("\(sheet.name): \(code.debugDescription) is neither a string nor a name")
    }
  }

  /// The Swift names that the strings become. They contain only letters and digits.
  private static func names(_ texts: [Int: String]) -> Set<String> {
    Set(
      texts.values.flatMap { text in
        let type = SwiftName.upperCamel(text)
        return [SwiftName.lowerCamel(text), type, type + "Scope"]
      })
  }
}

extension String {
  /// Whether the string contains another one, compared by scalars.
  fileprivate func holds(_ text: String) -> Bool {
    Array(unicodeScalars).firstRange(of: Array(text.unicodeScalars)) != nil
  }

  /// The string without line breaks and backslashes, because comments wrap lines and escape markup.
  fileprivate var withoutLayout: String {
    String(String.UnicodeScalarView(unicodeScalars.filter { !$0.properties.isWhitespace && $0 != "\\" && $0 != "/" }))
  }

  /// The string without words that are in `names`.
  fileprivate func without(_ names: Set<String>) -> String {
    var (result, word) = ("", "")
    for character in self + " " {
      if character.isASCII, character.isLetter || character.isNumber {
        word.append(character)
      } else {
        result += (names.contains(word) ? "" : word) + String(character)
        word = ""
      }
    }
    return result
  }

  /// The string as it's escaped in a JSON body.
  fileprivate var inJSON: String {
    let spelling = (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let text = String(spelling.dropFirst().dropLast()).replacing("\\/", with: "/")
    // A descriptor's JSON escapes invisible characters.
    return text.unicodeScalars.map { $0 == "\u{200D}" ? "\\u200d" : String($0) }.joined()
  }
}
