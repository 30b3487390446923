import Foundation

/// One trip of the user's browser to a page of the provider and back.
struct BrowserRoundTrip: Sendable {
  /// Which of the app's addresses the browser comes back to.
  enum Purpose: Sendable {
    case signIn
    case signOut

    var page: CallbackPage {
      switch self {
      case .signIn: .signedIn
      case .signOut: .signedOut
      }
    }

    /// Where the address has to be registered.
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
  /// What the provider accepts of a loopback address.
  let loopback: ProviderConfiguration.CallbackKind
  /// What the provider's settings are called.
  let console: ProviderConfiguration.ConsoleRules

  /// Where the trip goes, and how its end is read. Made once the address to return to is known.
  struct Plan<Value: Sendable>: Sendable {
    let url: URL
    let wait: CallbackWait<Value>
  }

  /// - Throws: what ``CallbackWait/outcome(opening:with:within:clock:)`` throws, ``BrowserFailure/portsTaken(_:)``, and
  ///   what `plan` throws.
  func make<Value: Sendable>(
    _ plan: (_ returnTo: String) throws(StepFailure) -> Plan<Value>
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
    ports: ClosedRange<Int>, path: String, _ plan: (_ returnTo: String) throws(StepFailure) -> Plan<Value>
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
        let plan = try plan(address)
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
      throw .configuration(.unsuitableRedirect("this build has no loopback receiver: enable the Loopback trait"))
    #endif
  }

  private func overDelivery<Value: Sendable>(
    to address: URL, _ plan: (_ returnTo: String) throws(StepFailure) -> Plan<Value>
  ) async throws(StepFailure) -> Value {
    let plan = try plan(address.absoluteString)
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
      // A provider that does not know the address keeps the browser.
      let missing = console.place(of: purpose.setting).map { "\(address) under \($0)" }
      throw .browser(.timedOut(lastRejection: nil, toRegister: missing))
    }
  }

  /// A browser that brings the callback itself delivers it like the operating system. When it brings none, none will come.
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

extension ProviderConfiguration.CallbackKind {
  /// The host of a loopback callback.
  var receiverHost: String { hosts.contains("127.0.0.1") || hosts.isEmpty ? "127.0.0.1" : "localhost" }
}
