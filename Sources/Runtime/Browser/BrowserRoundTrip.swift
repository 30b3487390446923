import Foundation

/// One round trip of the user's browser to a page of the provider and back.
struct BrowserRoundTrip: Sendable {
  /// The purpose of the trip, which determines the address that the browser returns to.
  enum Purpose: Sendable {
    case signIn
    case signOut

    var page: CallbackPage {
      switch self {
      case .signIn: .signedIn
      case .signOut: .signedOut
      }
    }

    /// The provider's setting in which the address is registered.
    fileprivate var setting: KeyPath<ProviderConfiguration.ConsoleRules, String?> {
      switch self {
      case .signIn: \.callbackURLs
      case .signOut: \.logoutURLs
      }
    }
  }

  let redirect: Redirect
  let purpose: Purpose
  let timeout: Duration
  let browser: any Browser
  let pages: CallbackPages
  let clock: any Clock<Duration>
  let delivered: DeliveredCallbacks
  /// The loopback addresses that the provider accepts.
  let loopback: ProviderConfiguration.CallbackKind
  /// The names of the provider's settings.
  let console: ProviderConfiguration.ConsoleRules

  /// The page to open, and the wait for its callback. Created when the return address is known.
  struct Plan<Value: Sendable>: Sendable {
    let url: URL
    let wait: CallbackWait<Value>
  }

  /// - Throws: The errors of ``CallbackWait/outcome(opening:with:within:clock:)`` and of `plan`, and
  ///   ``BrowserFailure/portsTaken(_:)``.
  func make<Value: Sendable>(
    _ plan: (_ returnTo: String) async throws(StepFailure) -> Plan<Value>
  ) async throws(StepFailure) -> Value {
    switch redirect.kind {
    case .loopback(let ports, let path, let signedOutPath):
      return try await overLoopback(ports: ports, path: purpose == .signIn ? path : signedOutPath ?? path, plan)
    case .delivered(let callback, let afterSignOut):
      return try await overDelivery(to: purpose == .signIn ? callback : afterSignOut ?? callback, plan)
    case .invalid(let text): throw .configuration(.invalidURL(text))
    }
  }

  private func overLoopback<Value: Sendable>(
    ports: ClosedRange<Int>, path: String, _ plan: (_ returnTo: String) async throws(StepFailure) -> Plan<Value>
  ) async throws(StepFailure) -> Value {
    #if Loopback
      guard !Task.isCancelled else { throw .cancelled }
      let host = loopback.receiverHost
      let receiver: LoopbackReceiver
      do { receiver = try await LoopbackReceiver.bind(ports, orAny: loopback.port == .any, host: host) } catch {
        throw .browser(error)
      }
      do throws(StepFailure) {
        let address = receiver.url(path: path, host: host)
        let plan = try await plan(address)
        receiver.listen(
          at: path, host: host, for: plan.wait, success: purpose.page, pages: pages)
        let value = try await outcome(of: plan, returningTo: address)
        await receiver.close()
        return value
      } catch {
        await receiver.close()
        throw error
      }
    #else
      throw .configuration(.unsuitableRedirect("loopback redirects require the Loopback trait"))
    #endif
  }

  private func overDelivery<Value: Sendable>(
    to address: URL, _ plan: (_ returnTo: String) async throws(StepFailure) -> Plan<Value>
  ) async throws(StepFailure) -> Value {
    let plan = try await plan(address.absoluteString)
    let id = await delivered.register(plan.wait, at: address)
    do throws(StepFailure) {
      let browser = bringing(plan.wait, to: address)
      let value = try await outcome(of: plan, with: browser, returningTo: address.absoluteString)
      await delivered.remove(id)
      return value
    } catch {
      await delivered.remove(id)
      throw error
    }
  }

  private func outcome<Value: Sendable>(
    of plan: Plan<Value>, with browser: (any Browser)? = nil, returningTo address: String
  ) async throws(StepFailure) -> Value {
    do throws(StepFailure) {
      return try await plan.wait.outcome(
        opening: plan.url, with: browser ?? self.browser, within: timeout, clock: clock,
        pages: pages)
    } catch .browser(.timedOut(lastRejection: nil, toRegister: nil)) {
      // If the address isn't registered, the provider doesn't redirect the browser.
      let missing = console.place(of: purpose.setting).map { "\(address) under \($0)" }
      throw .browser(.timedOut(lastRejection: nil, toRegister: missing))
    }
  }

  /// Wraps a browser that returns the callback itself, and delivers its callback as the operating system would. If the browser
  /// returns without a callback, the wait ends.
  private func bringing<Value: Sendable>(_ wait: CallbackWait<Value>, to address: URL) -> any Browser {
    guard let browser = browser as? any CallbackBrowser else { return browser }
    return CallbackBrowserAdapter(
      browser: browser, address: address,
      deliver: { [delivered] url throws(CallbackRejection) in try await delivered.deliver(url) },
      end: { rejection in
        guard let rejection else { return wait.supersede() }
        wait.report(.ends(.failure(.callback(rejection))))
      })
  }
}
