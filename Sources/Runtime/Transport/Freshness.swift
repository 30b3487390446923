import AuthConfiguration
import Foundation
import HTTPTypes

/// The lifetime of a response according to its header (RFC 9111 §4.2.1), within bounds.
struct Freshness: Sendable {
  /// The lifetime of a response whose header doesn't state one.
  let standard: TimeInterval
  /// The limits for the lifetime. They take precedence over the header.
  let bounds: ClosedRange<TimeInterval>

  func seconds(of response: TransportResponse) -> TimeInterval {
    min(max(Self.stated(by: response.headers) ?? standard, bounds.lowerBound), bounds.upperBound)
  }

  private static func stated(by headers: HTTPFields) -> TimeInterval? {
    let directives = (headers[.cacheControl] ?? "").lowercased().split(separator: ",")
      .map { $0.trimmingCharacters(in: .whitespaces) }
    if directives.contains(where: { $0 == "no-store" || $0.hasPrefix("no-cache") }) { return 0 }
    let age = headers[.age].flatMap(number) ?? 0
    if let maximum = directives.first(where: { $0.hasPrefix("max-age=") }) {
      let text = maximum.dropFirst("max-age=".count).trimmingCharacters(in: ["\""])
      return number(text).map { $0 - age }
    }
    guard let expires = headers[.expires] else { return nil }
    // An unreadable date, such as 0, means past (RFC 9111 §5.3).
    guard let end = HTTPDate.parse(expires) else { return 0 }
    return headers[.date].flatMap(HTTPDate.parse).map { end.timeIntervalSince($0) - age }
  }

  /// Reads a number of seconds, which consists of digits only. Large numbers are limited to a year.
  private static func number(_ text: some StringProtocol) -> TimeInterval? {
    let digits = text.trimmingCharacters(in: .whitespaces)
    guard !digits.isEmpty, digits.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
    return min(TimeInterval(digits) ?? 0, 31_536_000)
  }
}
