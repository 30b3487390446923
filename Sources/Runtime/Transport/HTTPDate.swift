import AuthConfiguration
import Foundation

/// A date in a header field (RFC 9110 §5.6.7).
package enum HTTPDate {
  /// Reads an IMF-fixdate, such as `Sun, 06 Nov 1994 08:49:37 GMT`. The obsolete formats aren't supported.
  package static func parse(_ text: String) -> Date? {
    // Comparing other characters could take seconds (`String.hasShortMarkRuns`).
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    let words = text.split { $0 == " " || $0 == ":" }
    // A year with two digits is from an obsolete format.
    guard words.count == 8, words[7] == "GMT", words[3].utf8.count == 4,
      words[3].utf8.allSatisfy(\.isASCIIDigit), let month = months.firstIndex(of: String(words[2]))
    else { return nil }
    let parts = [words[1], words[4], words[5], words[6]]
    // Foundation treats the largest integer as a missing component.
    guard parts.allSatisfy({ $0.utf8.count <= 2 && $0.utf8.allSatisfy(\.isASCIIDigit) }) else { return nil }
    let numbers = ([words[3]] + parts).compactMap { Int($0) }
    guard numbers.count == 5 else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let components = DateComponents(
      calendar: calendar, timeZone: .gmt, year: numbers[0], month: month + 1, day: numbers[1], hour: numbers[2],
      minute: numbers[3], second: numbers[4])
    return components.isValidDate ? calendar.date(from: components) : nil
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
