import Foundation

/// The sign-in that waits for a callback URL from the operating system.
actor DeliveredCallbacks {
  private struct Waiting {
    let id: UUID
    let address: URL
    let check: @Sendable (_ url: URL) async -> Result<Void, CallbackRejection>
    let supersede: @Sendable () -> Void
  }

  private var waiting: Waiting?

  /// Makes this wait the one that receives callbacks. An earlier wait is canceled, so it can't hang.
  func register<Value>(_ wait: CallbackWait<Value>, at address: URL) -> UUID {
    waiting?.supersede()
    let id = UUID()
    waiting = Waiting(
      id: id, address: address,
      check: { url in
        let outcome = await wait.settled(wait.check(wait.parameters(of: url)))
        wait.report(outcome)
        if case .rejected(let rejection) = outcome { return .failure(rejection) }
        return .success(())
      },
      supersede: { wait.supersede() })
    return id
  }

  func remove(_ id: UUID) {
    if waiting?.id == id { waiting = nil }
  }

  /// Passes a callback URL to the waiting sign-in.
  ///
  /// - Throws: The reason why the callback was rejected. If anyone could have sent the callback, the sign-in continues to wait.
  func deliver(_ url: URL) async throws(CallbackRejection) {
    guard let waiting, url.hasSameAddress(as: waiting.address) else { throw .unexpected }
    try await waiting.check(url).get()
  }
}

extension URL {
  /// Whether both URLs have the same scheme, host, port, and path.
  fileprivate func hasSameAddress(as other: URL) -> Bool {
    scheme?.lowercased() == other.scheme?.lowercased() && host?.lowercased() == other.host?.lowercased()
      && port == other.port && path(percentEncoded: true) == other.path(percentEncoded: true)
  }
}
