import Foundation
import HTTPTypes

/// Whether a device clock that is wrong may be corrected by what the server says.
public enum ClockCorrection: Sendable, Hashable {
  /// Tokens are judged by this machine's clock.
  case none
  /// `exp`, `iat`, `nbf` and `auth_time` of tokens are judged by the clock of the server that sent them: by the `Date` of the token
  /// endpoint's last answer (RFC 9110 §6.6.1), where that differs from this machine's by no more than the given time. It is
  /// told over TLS by the same server that gives the tokens; key sets, documents and APIs, which may come from other hosts,
  /// are not believed. Nothing else uses it.
  case serverDate(upTo: Duration)
}

/// The time of day as the server has it, where that is asked for.
actor ServerClock {
  nonisolated let deviceTime: @Sendable () -> Date
  private let correction: ClockCorrection
  /// Seconds that the server is ahead of this machine.
  private var offset: TimeInterval = 0

  init(_ correction: ClockCorrection, deviceTime: @escaping @Sendable () -> Date) {
    self.correction = correction
    self.deviceTime = deviceTime
  }

  /// Against which tokens are judged.
  nonisolated var now: Date {
    // Nothing is corrected unless asked for, and then nobody waits for this actor.
    get async { correction == .none ? deviceTime() : await serverTime }
  }

  private var serverTime: Date { deviceTime().addingTimeInterval(offset) }

  /// Reads the time off an answer of the token endpoint, if that is asked for.
  nonisolated func watch(_ response: TransportResponse) async {
    if correction != .none { await read(response.headers) }
  }

  private func read(_ headers: HTTPFields) {
    // An answer that a cache kept tells the time of another day (RFC 9111 §5.1).
    guard case .serverDate(let limit) = correction, headers[.age] == nil,
      let date = headers[.date].flatMap(HTTPDate.parse)
    else { return }
    // The fraction of the second was cut off.
    let difference = date.addingTimeInterval(0.5).timeIntervalSince(deviceTime())
    offset = difference.magnitude <= limit.seconds ? difference : 0
  }
}
