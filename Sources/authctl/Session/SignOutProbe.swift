import AuthRuntime
import Foundation

/// Checks, without a session, whether the provider's sign-out page accepts a URL to return to.
struct SignOutProbe: Sendable {
  /// The time limit of the check. The user waits for it.
  private static let patience = Duration.seconds(5)

  let session: CommandSession
  let configuration: ProviderConfiguration

  /// Whether the page rejects the URL, and only the URL: without it, the page responds normally.
  ///
  /// Returns `false` if the check fails, such as when the provider can't be reached.
  func isRejected(_ address: String) async -> Bool {
    await withTaskGroup(of: Bool.self) { group in
      group.addTask { await compare(address) }
      group.addTask {
        try? await Task.sleep(for: Self.patience)
        return false
      }
      defer { group.cancelAll() }
      return await group.next() ?? false
    }
  }

  private func compare(_ address: String) async -> Bool {
    guard let page = await page(returningTo: address), let plain = page.withoutQueryItem(with: address),
      let code = await status(of: page), (400..<500).contains(code), let other = await status(of: plain)
    else { return false }
    return other < 400
  }

  /// The page as a user without a session would open it. It doesn't end a session, and the ID token isn't sent.
  private func page(returningTo address: String) async -> URL? {
    guard let transport = try? CommandTransport.make(trustRoot: session.profile.trustRoot) else { return nil }
    let exchange = BackendExchange<DynamicProvider>(
      configuration: configuration, variables: session.profile.variables, clientID: session.profile.clientID,
      environment: AuthEnvironment(transport: transport))
    return try? await exchange.startSignOut(of: nil, returningTo: address).url
  }

  private func status(of page: URL) async -> Int? {
    guard let transport = try? CommandTransport.make(trustRoot: session.profile.trustRoot) else { return nil }
    return try? await transport.send(TransportRequest(url: page)).status
  }
}

extension URL {
  /// The URL without the parameter that has a value, or `nil` if no parameter has it.
  fileprivate func withoutQueryItem(with value: String) -> URL? {
    var components = URLComponents(url: self, resolvingAgainstBaseURL: false)
    guard let items = components?.queryItems, items.contains(where: { $0.value == value }) else { return nil }
    components?.queryItems = items.filter { $0.value != value }
    return components?.url
  }
}

/// Explains what happens next when the browser opens. By then the local session is deleted, so the user may stop
/// waiting.
struct SignOutBrowser: Browser {
  let opener: any Browser
  /// The URL that the browser returns to, or `nil` if it doesn't return.
  let returnAddress: String?

  func open(_ url: URL) async throws(BrowserFailure) {
    if let returnAddress { ReturnNotice.showSignOut(returnAddress) }
    try await opener.open(url)
  }
}
