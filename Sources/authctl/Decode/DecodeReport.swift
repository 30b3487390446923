import AuthRuntime
import Foundation

/// Whether a token can be trusted.
enum TokenTrust: Sendable {
  /// The token wasn't verified.
  case unasked
  /// The token is valid. The value describes what was and wasn't checked.
  case verified(String)
  case rejected(ReportedFailure)
}

/// A report about a token, as text or JSON. It begins by stating whether the token can be trusted.
struct DecodeReport: Sendable {
  let token: DecodedToken
  let trust: TokenTrust
  var now = Date()

  /// The claims that are points in time, in seconds since 1970.
  private static let times: Set = ["exp", "iat", "nbf", "auth_time", "updated_at", "session_expiry"]

  func text() -> String {
    let lines = [verdict, "", "header"] + lines(of: token.header) + ["", "claims"] + lines(of: token.claims)
    return lines.map { $0.plainText(limit: .max) }.joined(separator: "\n")
  }

  private var verdict: String {
    switch trust {
    case .unasked: "NOT VERIFIED: anyone could have written this"
    case .verified(let how): "verified: yes \(how)"
    case .rejected(let failure): "NOT VERIFIED: \(failure.line)"
    }
  }

  private func lines(of members: [String: JSONValue]) -> [String] {
    members.sorted { $0.key < $1.key }.map { name, value in
      let time = date(name, value).map { "  \(TimeText.text($0, now: now))" } ?? ""
      return "  \(name) = \(SafeJSON.line(value))\(time)"
    }
  }

  private func date(_ name: String, _ value: JSONValue) -> Date? {
    // Up to the year 9999. A larger number isn't a time.
    guard Self.times.contains(name), let number = value.number, (0..<253_402_300_800).contains(number) else {
      return nil
    }
    return Date(timeIntervalSince1970: number)
  }

  func json() -> String {
    var members: [String: JSONValue] = ["header": .object(token.header), "claims": .object(token.claims)]
    switch trust {
    case .unasked: members["verified"] = .null
    case .verified(let how): (members["verified"], members["checked"]) = (.bool(true), .string(how))
    case .rejected(let failure): (members["verified"], members["failure"]) = (.bool(false), .string(failure.line))
    }
    let times = token.claims.compactMap { name, value in date(name, value).map { (name, TimeText.stamp($0)) } }
    members["times"] = .object(Dictionary(uniqueKeysWithValues: times).mapValues(JSONValue.string))
    return SafeJSON.text(.object(members))
  }
}
