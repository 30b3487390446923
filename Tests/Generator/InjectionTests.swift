import Foundation
import TestSupport
import Testing

@testable import AuthDescriptor
@testable import AuthGenerator

/// Checks that no string of a descriptor becomes code.
///
/// The tests replace every key and value in every descriptor with hostile strings, all together. They restore the
/// strings that the reader rejects, by the lines of its findings, until the generator produces a file. In the file,
/// every string has to be data. If a finding refers to none of the replaced lines, the tests halve the set. In the end,
/// each string is either rejected or found in a file.
@Suite struct `Hostile text in every value` {
  static let everything = Repository.file("Tests/Reference/Descriptors/everything.yaml").path
  static let catalog = ReferenceDescriptors.catalog.map { Repository.file("Providers/\($0).yaml").path }

  /// Testing all combinations would take an hour. Each value gets one hostile string, and the assignment shifts from
  /// value to value and from file to file. For a provider, only every third value is replaced, because the complete
  /// descriptor has them all.
  private static func texts(_ places: [Int], _ round: Int) -> [Int: HostileText] {
    let all = HostileText.texts
    return Dictionary(uniqueKeysWithValues: places.enumerated().map { ($1, all[($0 + round) % all.count]) })
  }

  @Test func `Text in every value of the complete descriptor is rejected or stays data`() throws {
    let sheet = try DescriptorSheet(reading: Self.everything, without: "variants")
    #expect(sheet.texts.count >= 440)
    #expect(HostileTrial(sheet).run(Self.texts(sheet.texts, 0)).count >= 100)
  }

  @Test func `Text in every value of its variants is rejected or stays data`() throws {
    let sheet = try DescriptorSheet(reading: Self.everything)
    let own = try DescriptorSheet(reading: Self.everything, without: "variants").texts.count
    let places = sheet.texts.suffix(sheet.texts.count - own)
    #expect(places.count >= 10)
    _ = HostileTrial(sheet).run(Self.texts(Array(places), 5))
  }

  @Test(arguments: catalog.enumerated().map { ($0, $1) })
  func `Text in every value of a provider is rejected or stays data`(_ round: Int, _ path: String) throws {
    let sheet = try DescriptorSheet(reading: path)
    #expect(sheet.texts.count >= 100)
    let places = sheet.texts.enumerated().filter { ($0.offset + round) % 3 == 0 }.map(\.element)
    #expect(HostileTrial(sheet).run(Self.texts(places, round)).count >= 8)
  }

  @Test func `Every mark in a text is found, and nothing else`() {
    #expect(HostileTrial.marks(in: "q1q2q x qq30q45 q6 q7\u{301}q 8q é\u{301}q9q") == [1, 2, 30, 9])
  }

  /// The reader ignores the contents of an unknown key, so each level is replaced separately.
  @Test func `A value is rejected if it replaces a key of the language`() throws {
    let sheet = try DescriptorSheet(reading: Self.everything)
    #expect(sheet.words.joined().count >= 380)
    for words in sheet.words {
      #expect(HostileTrial.rejected(words, by: sheet) { "word\($0)" } == Set(words))
    }
  }

  @Test(arguments: HostileText.forbidden) func `A value is rejected if it contains a forbidden character`(
    _ text: String
  ) throws {
    let sheet = try DescriptorSheet(reading: Self.everything)
    let all = sheet.texts + sheet.words.joined()
    #expect(HostileTrial.rejected(all, by: sheet) { "a\(text)\($0)" } == Set(all))
  }
}
