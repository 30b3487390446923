import AuthConfiguration

/// The rules for the age of the sources and for unverified keys.
enum ProvenanceChecks {
  /// Sources that were read more than a year ago may have changed.
  @Sendable static func verified(_ context: CheckContext) -> [Diagnostic] {
    guard let verified = context.descriptor.provenance.verified else { return [] }
    guard let day = Day(verified) else {
      let message = "'\(verified)' isn't a valid date; use year, month, and day, such as 2026-09-01"
      return [context.finding(.security.invalidDay, message, at: "provenance", "verified")]
    }
    guard let today = Day(context.today), !context.file.hasPrefix(SourceLocation.builtInPrefix) else { return [] }
    if today < day {
      return [context.finding(.security.invalidDay, "'\(verified)' is in the future", at: "provenance", "verified")]
    }
    guard day.yearLater < today else { return [] }
    let message = "the sources were read more than a year ago; read them again and update the date"
    return [context.finding(.security.outdatedFacts, message, at: "provenance", "verified")]
  }

  /// An unverified key must be in the descriptor or in the language.
  @Sendable static func unverified(_ context: CheckContext) -> [Diagnostic] {
    let items = context.tree[["provenance", "unverified"]]?.list ?? []
    return items.compactMap { item in
      guard let text = item.text, let suggestion = KeyReference(text: text).problem(in: context.declared) else {
        return nil
      }
      return Diagnostic(.language.unknownKey, "'\(text)' isn't a key of a descriptor\(suggestion)", at: item.location)
    }
  }
}

/// A calendar date.
struct Day: Comparable {
  let year: Int
  let month: Int
  let day: Int

  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2], text.utf8.allSatisfy({ $0.isASCIIDigit || $0 == 45 }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]), (1...12).contains(month),
      (1...Self.length(of: month, in: year)).contains(day)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  private static func length(of month: Int, in year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  private init(year: Int, month: Int, day: Int) {
    (self.year, self.month, self.day) = (year, month, day)
  }

  var yearLater: Day { Day(year: year + 1, month: month, day: day) }

  static func < (left: Day, right: Day) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}
