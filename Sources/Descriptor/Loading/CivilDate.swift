import Foundation

/// A date of the Gregorian calendar in UTC. Foundation's formatters take a millisecond to start, as long as all the other
/// work before a command begins.
struct CivilDate: Sendable, Hashable {
  let year: Int
  let month: Int
  let day: Int

  init(_ date: Date) {
    self.init(daysSince1970: Int((date.timeIntervalSince1970 / 86_400).rounded(.down)))
  }

  /// Counts from March 1 of the year 0, so that the leap day is the last day of a year. A cycle of 400 years has 146,097
  /// days.
  init(daysSince1970 days: Int) {
    let days = days + 719_468
    let cycle = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfCycle = days - cycle * 146_097
    let yearOfCycle = (dayOfCycle - dayOfCycle / 1_460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
    let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    // From March on, the lengths of the months repeat: 31, 30, 31, 30, and 31 days.
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0)
  }

  /// The date in ISO 8601, such as `2026-09-01`.
  var text: String {
    [(year, 4), (month, 2), (day, 2)].map { number, width in
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }.joined(separator: "-")
  }
}
