import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `A browser that returns the callback URL itself` {
  /// Returns the given callback URL, as if the provider had redirected the user there.
  private struct Sheet: CallbackBrowser {
    let callback: @Sendable (_ address: URL) -> URL?

    func open(_ url: URL, returningTo address: URL) async throws(BrowserFailure) -> URL? { callback(address) }
  }

  /// Waits for a callback whose code is "right", as a sign-in does.
  private func outcome(_ callback: @escaping @Sendable (URL) -> URL?) async throws -> Result<String, StepFailure> {
    let (page, address) = (
      try #require(URL(string: "https://id.example/authorize")), try #require(URL(string: "com.example.app:/callback"))
    )
    let wait = CallbackWait<String> { query throws(StepFailure) in
      guard query == "code=right" else { throw .callback(.stateMismatch) }
      return query
    }
    let delivered = DeliveredCallbacks()
    _ = await delivered.register(wait, at: address)
    let browser = CallbackBrowserAdapter(
      browser: Sheet(callback: callback), address: address,
      deliver: { url throws(CallbackRejection) in try await delivered.deliver(url) },
      end: { rejection in
        guard let rejection else { return wait.supersede() }
        wait.report(.ends(.failure(.callback(rejection))))
      })
    do throws(StepFailure) {
      return .success(try await wait.outcome(opening: page, with: browser, within: .seconds(60), clock: GatedClock()))
    } catch {
      return .failure(error)
    }
  }

  @Test func `The returned callback ends the sign-in`() async throws {
    #expect(try await outcome { URL(string: "\($0)?code=right") }.get() == "code=right")
  }

  @Test func `Closing the page cancels the sign-in`() async throws {
    #expect(try await outcome { _ in nil } == .failure(.cancelled))
  }

  @Test func `A wrong callback ends the sign-in, because no other one will follow`() async throws {
    let wrong = try await outcome { URL(string: "\($0)?code=wrong") }
    #expect(wrong == .failure(.callback(.stateMismatch)))
    let foreign = try await outcome { _ in URL(string: "com.example.other:/") }
    #expect(foreign == .failure(.callback(.unexpected)))
  }

  @Test func `A loopback callback URL can't be used with such a browser`() async throws {
    let page = try #require(URL(string: "https://id.example/authorize"))
    await #expect(throws: BrowserFailure.self) { try await Sheet { $0 }.open(page) }
  }
}
