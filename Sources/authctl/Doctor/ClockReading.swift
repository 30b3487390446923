import AuthRuntime
import Foundation

/// How far this machine's clock is from a server's, by the `Date` of an answer (RFC 9110 §6.6.1).
struct ClockReading: Sendable, Hashable {
  /// Seconds that this machine is ahead of the server; negative when it is behind.
  var secondsAhead: Double

  init(secondsAhead: Double) {
    self.secondsAhead = secondsAhead
  }

  /// `nil` when the answer does not say the time.
  init?(headers: HTTPFields, asked: Date, answered: Date) {
    guard let said = headers[.date].flatMap(HTTPDate.parse) else { return nil }
    // A cache passes on the origin's date, and says how long it kept the answer (RFC 9111 §5.1).
    let age = headers[.age].flatMap(Int.init).map { min(max($0, 0), 31_536_000) } ?? 0
    // The server wrote its date at some time in between, and cut the fraction off.
    let middle = asked.addingTimeInterval(answered.timeIntervalSince(asked) / 2)
    secondsAhead = middle.timeIntervalSince(said.addingTimeInterval(Double(age) + 0.5))
  }
}
