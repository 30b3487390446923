import Foundation

/// The code and the URL with which a user signs in on another device (RFC 8628 §3.2).
///
/// ```swift
/// let user = try await client.signInOnAnotherDevice(scopes: ["openid"]) { code in
///   print("Open \(code.verificationURI) and enter \(code.userCode).")
/// }
/// ```
public struct DeviceCode: Sendable, Hashable {
  /// The code that the user enters on the page.
  public let userCode: String
  /// The URL of the page.
  public let verificationURI: URL
  /// The URL of the page with the code in it, or `nil` if the server returns none. Use it in a link or a QR code.
  public let completeVerificationURI: URL?
  /// The time at which the code expires.
  public let expiresAt: Date
  /// The code that the client polls with. Never show it.
  let deviceCode: Secret
  /// The interval between two polls.
  let interval: Duration

  /// The longest user code, in bytes. Users read it on one device and type it on another.
  private static let maximumLength = 256

  /// - Parameter fill: Returns the URL of a template with the user code filled in.
  init(
    _ response: JSONValue, by rules: ProviderConfiguration.DeviceRules, status: Int, now: Date,
    fill: (_ userCode: String, TextTemplate) throws(StepFailure) -> URL
  ) throws(StepFailure) {
    func text(_ path: FieldPath) throws(StepFailure) -> String {
      guard let text = response.value(at: path)?.string, !text.isEmpty else {
        throw .response(
          .missingField(path.text, endpoint: .deviceAuthorization, status: status))
      }
      return text
    }
    deviceCode = Secret(try text(rules.deviceCode))
    let code = try text(rules.userCode)
    // Programs print it, so it must not control a terminal, or look like other text.
    guard code.utf8.count <= Self.maximumLength, !code.unicodeScalars.contains(where: \.isUnsafeToShow) else {
      throw .response(.unexpectedValue(rules.userCode.text, endpoint: .deviceAuthorization))
    }
    userCode = code
    // Some servers still use the name from the draft.
    let names = [rules.verificationURI, "verification_url"]
    let page = names.first { response.value(at: $0)?.isPresent == true }
    let complete = response.value(at: rules.completeVerificationURI)?.string.flatMap { try? SecureURL.parse($0) }
    let described = try rules.verificationPage.map { template throws(StepFailure) in
      (url: try fill(code, template), hasCode: template.placeholders.contains("user_code"))
    }
    verificationURI =
      if page == nil, let described { described.url } else { try SecureURL.parse(try text(page ?? names[0])) }
    completeVerificationURI = complete ?? (described?.hasCode == true ? described?.url : nil)
    expiresAt = now.addingTimeInterval(response.seconds(at: rules.expiresIn, within: 1...86_400) ?? 600)
    // RFC 8628 §3.2: five seconds if the server doesn't state an interval.
    interval = .seconds(response.seconds(at: rules.interval, within: 1...300) ?? 5)
  }
}

extension JSONValue {
  /// Returns a time in seconds within the bounds, or `nil` if the value isn't a positive number. A string may be "nan"
  /// or "inf", and `Duration` crashes with the first.
  func seconds(at path: FieldPath, within bounds: ClosedRange<Double>) -> Double? {
    let value = value(at: path)
    guard let seconds = value?.number ?? value?.string.flatMap({ Double($0) }), seconds.isFinite, seconds > 0 else {
      return nil
    }
    return min(max(seconds, bounds.lowerBound), bounds.upperBound)
  }
}
