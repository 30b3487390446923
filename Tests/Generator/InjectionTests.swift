import Foundation
import TestSupport
import Testing

@testable import AuthDescriptor
@testable import AuthGenerator

/// No text of a descriptor becomes code.
///
/// Every text of every descriptor, key or value, is replaced by hostile ones, all at once: what the reader rejects is put
/// back, by the lines that its findings name, until a file comes out. In it every text has to stand as data. A finding
/// that names none of the replaced lines halves the set, so each text is either rejected for what it is or found in a file.
@Suite struct `Hostile text at every place` {
  static let everything = Repository.file("Tests/Reference/Descriptors/everything.yaml").path
  static let catalog = Catalog.builtIn.providerIDs.map { Repository.file("Providers/\($0).yaml").path }

  /// The whole product would take an hour: every place gets one text, and the texts move on by one from place to place and
  /// from file to file. Of a provider every third place is taken, for the descriptor of every word has all of them.
  private static func texts(_ places: [Int], _ round: Int) -> [Int: HostileText] {
    let all = HostileText.texts
    return Dictionary(uniqueKeysWithValues: places.enumerated().map { ($1, all[($0 + round) % all.count]) })
  }

  @Test func `of the descriptor of every word`() throws {
    let sheet = try DescriptorSheet(reading: Self.everything, without: "variants")
    #expect(sheet.texts.count >= 440)
    #expect(HostileTrial(sheet).run(Self.texts(sheet.texts, 0)).count >= 100)
  }

  @Test func `of its variants`() throws {
    let sheet = try DescriptorSheet(reading: Self.everything)
    let own = try DescriptorSheet(reading: Self.everything, without: "variants").texts.count
    let places = sheet.texts.suffix(sheet.texts.count - own)
    #expect(places.count >= 10)
    _ = HostileTrial(sheet).run(Self.texts(Array(places), 5))
  }

  @Test(arguments: catalog.enumerated().map { ($0, $1) })
  func `of a provider`(_ round: Int, _ path: String) throws {
    let sheet = try DescriptorSheet(reading: path)
    #expect(sheet.texts.count >= 100)
    let places = sheet.texts.enumerated().filter { ($0.offset + round) % 3 == 0 }.map(\.element)
    #expect(HostileTrial(sheet).run(Self.texts(places, round)).count >= 8)
  }

  /// Beneath a word that is none nobody looks, so each level is replaced alone.
  @Test func `is rejected in place of a word of the language`() throws {
    let sheet = try DescriptorSheet(reading: Self.everything)
    #expect(sheet.words.joined().count >= 380)
    for words in sheet.words {
      #expect(HostileTrial.rejected(words, by: sheet) { "word\($0)" } == Set(words))
    }
  }

  @Test(arguments: HostileText.forbidden) func `is rejected with a forbidden character`(_ text: String) throws {
    let sheet = try DescriptorSheet(reading: Self.everything)
    let all = sheet.texts + sheet.words.joined()
    #expect(HostileTrial.rejected(all, by: sheet) { "a\(text)\($0)" } == Set(all))
  }
}
