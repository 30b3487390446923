#if Hummingbird
  import AuthRuntime
  import AuthWeb
  import Foundation
  import Hummingbird
  import Logging
  import ServiceLifecycle

  /// A service that removes expired sessions while the app runs.
  ///
  /// ```swift
  /// var app = Application(router: router)
  /// app.addServices(ExpiredSessionRemoval(from: sessions, logger: logger))
  /// ```
  public struct ExpiredSessionRemoval: Service {
    private let store: any WebSessionStore
    private let interval: Duration
    private let logger: Logger

    /// Creates the service. Several servers may run it for the same store.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - interval: The time between two removals.
    ///   - logger: Receives failures of the store.
    public init(from store: any WebSessionStore, every interval: Duration = .seconds(300), logger: Logger) {
      (self.store, self.interval, self.logger) = (store, interval, logger)
    }

    public func run() async throws {
      try? await cancelWhenGracefulShutdown {
        while !Task.isCancelled {
          do throws(StoreFailure) { try await store.removeAllExpired() } catch {
            logger.warning("expired sessions can't be removed: \(error)")
          }
          try await Task.sleep(for: interval)
        }
      }
    }
  }
#endif
