import Foundation
import Logging

/// The services that a client uses: the transport, the browser, the store, and the clock.
///
/// The default environment uses the platform's transport and browser, and keeps sessions in memory. Replace a service
/// to persist sessions, to use your own implementation, or to test:
///
/// ```swift
/// var environment = AuthEnvironment.default
/// environment.store = KeychainStore(service: "com.example.app.auth")
/// ```
public struct AuthEnvironment: Sendable {
  /// Sends HTTP requests.
  public var transport: any HTTPTransport
  /// Shows pages to the user.
  public var browser: any Browser
  /// The pages that a loopback redirect shows after the browser has returned.
  public var pages = CallbackPages()
  /// Stores credentials.
  public var store: any CredentialStore
  /// Returns the current time, to check the lifetimes of tokens.
  public var now: @Sendable () -> Date
  /// Measures time limits.
  public var clock: any Clock<Duration>
  /// The correction for devices whose clock is wrong. By default, clocks aren't corrected.
  public var clockCorrection: ClockCorrection
  /// Records which issuers use each redirect URI. A test that runs several servers in one process gives each its own
  /// registry.
  public var redirects = RedirectRegistry.process
  /// The hashes of the codes that this process has sent. They are shared, because an app may create a client for each
  /// request.
  package var sentCodes = HandledResponses.process
  /// Lets a refresh finish after the app goes to the background.
  var activity = ExpiringActivity.system
  /// Receives messages about the client's work, never a secret. Requests to the provider are logged at the `debug`
  /// level with their method, host, and sizes, and the steps of a refresh at `trace`. The app's own requests to APIs aren't
  /// logged.
  public var logger: Logger

  /// Creates an environment. The parts that you don't pass are those of ``default``.
  public init(
    transport: any HTTPTransport = Self.platformTransport,
    browser: any Browser = Self.platformBrowser,
    store: any CredentialStore = MemoryCredentialStore(),
    now: @escaping @Sendable () -> Date = { Date() },
    clock: any Clock<Duration> = ContinuousClock(),
    clockCorrection: ClockCorrection = .none,
    logger: Logger = Self.silence
  ) {
    self.transport = transport
    self.browser = browser
    self.store = store
    self.now = now
    self.clock = clock
    self.clockCorrection = clockCorrection
    self.logger = logger
  }

  /// A logger that discards all messages.
  public static var silence: Logger { Logger(label: "auth") { _ in SwiftLogNoOpLogHandler() } }

  /// The platform's transport and browser, and a store in memory.
  ///
  /// | Platform | Transport | Browser | Store |
  /// | --- | --- | --- | --- |
  /// | iOS, tvOS, watchOS, visionOS | `URLSessionTransport` | `WebAuthenticationBrowser`, in the key window | memory |
  /// | macOS | `URLSessionTransport` | ``SystemBrowser`` | memory |
  /// | Linux | `AsyncHTTPTransport`, or `CurlTransport` with only the trait `Curl` | ``SystemBrowser`` | memory |
  /// | Windows | `URLSessionTransport` | ``SystemBrowser`` | memory |
  /// | Android | `AsyncHTTPTransport` | none: pass your own ``Browser`` | memory |
  ///
  /// `WebAuthenticationBrowser` needs ``Redirect/url(_:afterSignOut:)-(URL,_)`` and doesn't work with a loopback
  /// address. On macOS, pass it yourself if the app has a window.
  ///
  /// The store is in memory on every platform, so the user signs in again after the app has been closed. The app
  /// decides where to save tokens: the name of the keychain service, the access group, and the protection can't
  /// change later without losing sessions, and keychain items survive the removal of the app. To keep sessions, set
  /// ``store``, for example to `KeychainStore(service: "com.example.app.auth")`.
  public static var `default`: AuthEnvironment { AuthEnvironment() }

  /// `WebAuthenticationBrowser` on iOS, tvOS, watchOS, and visionOS, ``SystemBrowser`` elsewhere.
  public static var platformBrowser: any Browser {
    #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
      WebAuthenticationBrowser()
    #else
      SystemBrowser()
    #endif
  }

  /// URLSession on Apple's platforms and Windows. Elsewhere AsyncHTTPClient, or libcurl if the package is built with the
  /// trait `Curl` and without `AsyncHTTPClient`.
  public static var platformTransport: any HTTPTransport {
    #if canImport(Darwin) || os(Windows)
      URLSessionTransport()
    #elseif AsyncHTTPClient
      AsyncHTTPTransport()
    #elseif Curl && os(Linux)
      CurlTransport()
    #else
      UnavailableTransport()
    #endif
  }
}

extension AuthEnvironment {
  /// Returns a transport that checks responses' fields, logs requests, and repeats those that failed if that's safe.
  func retrying(_ base: any HTTPTransport) -> any HTTPTransport {
    let checking = FieldCheckingTransport(base: base)
    return RetryingTransport(base: LoggingTransport(base: checking, logger: logger), clock: clock)
  }
}
