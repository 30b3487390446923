import Foundation

/// The sign-in that waits for a URL which the operating system brings to the app.
actor DeliveredCallbacks {
  private struct Waiting {
    let id: UUID
    let address: URL
    let judge: @Sendable (_ url: URL) -> Result<Void, CallbackRejection>
    let supersede: @Sendable () -> Void
  }

  private var waiting: Waiting?

  /// Makes this wait the one that receives callbacks. An older one ends as cancelled, so nothing can stay stuck.
  func register<Value>(_ wait: CallbackWait<Value>, at address: URL) -> UUID {
    waiting?.supersede()
    let id = UUID()
    waiting = Waiting(
      id: id, address: address,
      judge: { url in
        let verdict = wait.judge(wait.parameters(of: url))
        wait.report(verdict)
        if case .rejected(let rejection) = verdict { return .failure(rejection) }
        return .success(())
      },
      supersede: { wait.supersede() })
    return id
  }

  func remove(_ id: UUID) {
    if waiting?.id == id { waiting = nil }
  }

  /// - Throws: the rejection at once; the sign-in goes on waiting when anyone could have sent the callback.
  func deliver(_ url: URL) throws(CallbackRejection) {
    guard let waiting, url.hasSameAddress(as: waiting.address) else { throw .unexpected }
    try waiting.judge(url).get()
  }
}

extension URL {
  /// Whether both URLs agree in scheme, host, port and path.
  fileprivate func hasSameAddress(as other: URL) -> Bool {
    scheme?.lowercased() == other.scheme?.lowercased() && host?.lowercased() == other.host?.lowercased()
      && port == other.port && path(percentEncoded: true) == other.path(percentEncoded: true)
  }
}
