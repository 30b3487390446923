import Foundation

/// How far this machine's clock is from a server's, by the `Date` of an answer (RFC 9110 §6.6.1).
struct ClockReading: Sendable, Hashable {
  /// Seconds that this machine is ahead of the server; negative when it is behind.
  var secondsAhead: Double

  init(secondsAhead: Double) {
    self.secondsAhead = secondsAhead
  }

  /// `nil` when the answer does not say the time.
  init?(headers: [String: String], asked: Date, answered: Date) {
    guard let said = headers["date"].flatMap(Self.date) else { return nil }
    // A cache passes on the origin's date, and says how long it kept the answer (RFC 9111 §5.1).
    let age = headers["age"].flatMap(Int.init).map { min(max($0, 0), 31_536_000) } ?? 0
    // The server wrote its date at some time in between, and cut the fraction off.
    let middle = asked.addingTimeInterval(answered.timeIntervalSince(asked) / 2)
    secondsAhead = middle.timeIntervalSince(said.addingTimeInterval(Double(age) + 0.5))
  }

  /// IMF-fixdate, such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7). The obsolete forms are not read.
  static func date(_ text: String) -> Date? {
    let words = text.split { $0 == " " || $0 == ":" }
    guard words.count == 8, words[7] == "GMT", let month = months.firstIndex(of: String(words[2])) else { return nil }
    let numbers = [words[3], words[1], words[4], words[5], words[6]].compactMap { Int($0) }
    guard numbers.count == 5 else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let parts = DateComponents(
      calendar: calendar, timeZone: .gmt, year: numbers[0], month: month + 1, day: numbers[1], hour: numbers[2],
      minute: numbers[3], second: numbers[4])
    return parts.isValidDate ? calendar.date(from: parts) : nil
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
