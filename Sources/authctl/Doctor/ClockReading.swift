import AuthRuntime
import Foundation

/// The difference between this machine's clock and a server's, from the `Date` of a response (RFC 9110 §6.6.1).
struct ClockReading: Sendable, Hashable {
  /// The number of seconds that this machine is ahead of the server. Negative if it's behind.
  var secondsAhead: Double

  init(secondsAhead: Double) {
    self.secondsAhead = secondsAhead
  }

  /// Returns `nil` if the response doesn't contain the time.
  init?(headers: HTTPFields, sent: Date, responded: Date) {
    guard let serverDate = headers[.date].flatMap(HTTPDate.parse) else { return nil }
    // A cache passes on the origin's date, and adds the age of the response (RFC 9111 §5.1).
    let age = headers[.age].flatMap(Int.init).map { min(max($0, 0), 31_536_000) } ?? 0
    // The server set its date at some time between request and response, and truncated the fraction.
    let middle = sent.addingTimeInterval(responded.timeIntervalSince(sent) / 2)
    secondsAhead = middle.timeIntervalSince(serverDate.addingTimeInterval(Double(age) + 0.5))
  }
}
