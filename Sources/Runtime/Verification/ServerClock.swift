import Foundation
import HTTPTypes

/// The correction of a device clock that is wrong.
public enum ClockCorrection: Sendable, Hashable {
  /// Tokens are validated with this machine's clock.
  case none
  /// The `exp`, `iat`, `nbf`, and `auth_time` claims are validated with the clock of the server that sent the token.
  ///
  /// The client uses the `Date` of the token endpoint's last response (RFC 9110 §6.6.1), if it differs from this
  /// machine's clock by no more than the given time. That response comes over TLS from the server that issues the
  /// tokens. Responses of key sets, other documents, and APIs aren't used, because they may come from other hosts.
  /// Proofs of possession have the corrected time, too (RFC 9449 §4.2). Nothing else uses it.
  case serverDate(upTo: Duration)
}

/// The current time, corrected to the server's clock if the app enables it.
actor ServerClock {
  nonisolated let deviceTime: @Sendable () -> Date
  private let correction: ClockCorrection
  /// The number of seconds by which the server's clock is ahead of this machine's.
  private var offset: TimeInterval = 0

  init(_ correction: ClockCorrection, deviceTime: @escaping @Sendable () -> Date) {
    self.correction = correction
    self.deviceTime = deviceTime
  }

  /// The time to validate tokens with.
  nonisolated var now: Date {
    // Without a correction, callers don't wait for this actor.
    get async { correction == .none ? deviceTime() : await serverTime }
  }

  private var serverTime: Date { deviceTime().addingTimeInterval(offset) }

  /// Reads the time of a token endpoint's response, if the correction is enabled.
  nonisolated func watch(_ response: TransportResponse) async {
    if correction != .none { await read(response.headers) }
  }

  private func read(_ headers: HTTPFields) {
    // A cached response has an old date (RFC 9111 §5.1).
    guard case .serverDate(let limit) = correction, headers[.age] == nil,
      let date = headers[.date].flatMap(HTTPDate.parse)
    else { return }
    // The header has whole seconds, so add half a second on average.
    let difference = date.addingTimeInterval(0.5).timeIntervalSince(deviceTime())
    offset = difference.magnitude <= limit.seconds ? difference : 0
  }
}
