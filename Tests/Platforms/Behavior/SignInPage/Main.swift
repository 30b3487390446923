import AuthRuntime
import AuthenticationServices
import Foundation
import SwiftUI

/// Whether the system supports `https` callbacks. Older ones don't.
enum System {
  @MainActor static var hasWebCallbacks = true
}

/// The app's window.
@MainActor enum KeyWindow {
  static var current: ASPresentationAnchor? = ASPresentationAnchor()
}

/// Tests `WebAuthenticationBrowser` and `SwiftUIBrowser` with a screen in memory.
@main struct Main {
  @MainActor static func main() async {
    let checks = Checks()
    await checks.endings()
    await checks.obstacles()
    await checks.takeovers()
    await checks.olderSystems()
    await checks.swiftUI()
    await checks.cookies()
    print("\(checks.passed) checks passed, \(checks.failed) failed")
    exit(checks.failed == 0 ? 0 : 1)
  }
}

@MainActor final class Checks {
  private(set) var passed = 0
  private(set) var failed = 0

  private static let page = URL(fileURLWithPath: "/")
  private static let app = URL(string: "com.acme.app:/cb") ?? page
  private static let web = URL(string: "https://app.example/cb/") ?? page

  private func check(_ isTrue: Bool, _ name: String) {
    if isTrue { passed += 1 } else { failed += 1 }
    print(isTrue ? "ok \(name)" : "FAILED \(name)")
  }

  private enum Outcome: Equatable, Sendable {
    case returned(URL?)
    case failed(BrowserFailure)
  }

  private func open(
    with browser: any CallbackBrowser = WebAuthenticationBrowser(), returningTo address: URL = app
  ) -> Task<Outcome, Never> {
    Task {
      do throws(BrowserFailure) {
        return .returned(try await browser.open(Self.page, returningTo: address))
      } catch {
        return .failed(error)
      }
    }
  }

  func endings() async {
    let screen = Screen.main
    screen.reset()
    var trip = open()
    check(await screen.nextStart() == "scheme com.acme.app", "a scheme of the app's own")
    screen.end(Self.app)
    check(await trip.value == .returned(Self.app), "the callback arrives")

    trip = open(returningTo: Self.web)
    check(await screen.nextStart() == "https app.example /cb/", "an https callback keeps the slash at its end")
    screen.end(nil, ASWebAuthenticationSessionError(.canceledLogin))
    check(await trip.value == .returned(nil), "the user closes the page")

    trip = open(returningTo: Self.web)
    _ = await screen.nextStart()
    screen.end(nil, ASWebAuthenticationSessionError(.canceledLogin, reason: "not associated"))
    check(await trip.value == .failed(.noBrowser("not associated")), "the domain isn't associated with the app")

    trip = open()
    _ = await screen.nextStart()
    trip.cancel()
    check(await trip.value == .returned(nil) && screen.canceled > 0, "the sign-in is canceled, and the page closes")
  }

  func obstacles() async {
    Screen.main.reset(isRejecting: true)
    check(
      await open().value == .failed(.noBrowser("the system didn't start the sign-in")), "the system starts no session")
    Screen.main.reset()
    let window = KeyWindow.current
    KeyWindow.current = nil
    check(
      await open().value == .failed(.noBrowser("the app doesn't have a window for the sign-in page")),
      "an app without a window can't show the page")
    KeyWindow.current = window
  }

  func takeovers() async {
    let screen = Screen.main
    screen.reset()
    var older = open()
    _ = await screen.nextStart()
    var newer = open()
    check(await older.value == .returned(nil), "a newer sign-in ends an older one")
    _ = await screen.nextStart()
    screen.end(Self.app)
    check(await newer.value == .returned(Self.app), "and starts once the older page is closed")

    screen.reset(closesLate: true)
    older = open()
    _ = await screen.nextStart()
    newer = open()
    check(await older.value == .returned(nil), "the older sign-in doesn't wait for its page")
    // The provider redirects the earlier user at the last moment.
    screen.end(Self.web)
    _ = await screen.nextStart()
    screen.end(Self.app)
    check(await newer.value == .returned(Self.app), "a late callback of the older page belongs to no sign-in")

    screen.reset(closesLate: true)
    older = open()
    _ = await screen.nextStart()
    let between = open()
    check(await older.value == .returned(nil), "three sign-ins, one after another")
    newer = open()
    screen.forget()
    check(await between.value == .returned(nil), "one that never started ends")
    _ = await screen.nextStart()
    screen.end(Self.app)
    check(
      await newer.value == .returned(Self.app),
      "the last one starts although the system never says that the page closed")
  }

  /// Checks systems without `https` callbacks.
  func olderSystems() async {
    let (screen, shared) = (Screen.main, SwiftUIBrowser())
    shared.session = WebAuthenticationSession()
    System.hasWebCallbacks = false
    for (name, browser) in [("a window", WebAuthenticationBrowser() as any CallbackBrowser), ("SwiftUI", shared)] {
      screen.reset()
      let trip = open(with: browser)
      check(await screen.nextStart() == "old scheme com.acme.app", "an older system, with a scheme, by \(name)")
      screen.end(Self.app)
      check(await trip.value == .returned(Self.app), "an older system brings the callback, by \(name)")
      guard case .failed(.noBrowser(let reason)) = await open(with: browser, returningTo: Self.web).value else {
        check(false, "an older system rejects an https callback, by \(name)")
        continue
      }
      let isExplained = reason.hasPrefix("an https callback requires iOS 17.4")
      check(isExplained, "an older system says that an https callback requires more, by \(name)")
    }
    System.hasWebCallbacks = true
  }

  /// Checks pages with and without the cookies of the user's browser.
  func cookies() async {
    let screen = Screen.main
    for isEphemeral in [false, true] {
      let shared = SwiftUIBrowser(isEphemeral: isEphemeral)
      shared.session = WebAuthenticationSession()
      let window = WebAuthenticationBrowser(isEphemeral: isEphemeral)
      for (name, browser) in [("a window", window as any CallbackBrowser), ("SwiftUI", shared)] {
        screen.reset()
        let trip = open(with: browser)
        _ = await screen.nextStart()
        check(screen.isEphemeral == isEphemeral, "only an ephemeral page starts without cookies, by \(name)")
        screen.end(Self.app)
        _ = await trip.value
      }
    }
  }

  /// Checks the same page, shown by SwiftUI.
  func swiftUI() async {
    let (screen, browser) = (Screen.main, SwiftUIBrowser())
    screen.reset()
    guard case .failed(.noBrowser(let reason)) = await open(with: browser).value else {
      return check(false, "a SwiftUIBrowser without a session fails")
    }
    check(reason.contains("webAuthenticationSession"), "a SwiftUIBrowser without a session says what is missing")

    browser.session = WebAuthenticationSession()
    var trip = open(with: browser, returningTo: Self.web)
    check(await screen.nextStart() == "https app.example /cb/", "an https callback, by SwiftUI")
    screen.end(Self.web)
    check(await trip.value == .returned(Self.web), "the callback arrives, by SwiftUI")

    trip = open(with: browser)
    _ = await screen.nextStart()
    screen.end(nil, ASWebAuthenticationSessionError(.canceledLogin))
    check(await trip.value == .returned(nil), "the user closes the page, by SwiftUI")

    screen.reset(closesLate: true)
    trip = open(with: browser)
    _ = await screen.nextStart()
    trip.cancel()
    check(await trip.value == .returned(nil), "a canceled sign-in ends although SwiftUI keeps the page open")
  }
}
