import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `A refresh while the app goes to the background` {
  /// An activity that expires when a test says so.
  private final class Activity: Sendable {
    let expire = Locked<(@Sendable () -> Void)?>(nil)
    let (begun, ended) = (Locked(0), Locked(0))

    var value: ExpiringActivity {
      ExpiringActivity { expire in
        self.expire.withLock { $0 = expire }
        self.begun.withLock { $0 += 1 }
        return { self.ended.withLock { $0 += 1 } }
      }
    }
  }

  private func client(
    _ provider: ScriptedProvider, _ store: any CredentialStore, _ activity: Activity,
    _ transport: any HTTPTransport = AuthEnvironment.platformTransport
  ) -> AuthClient<DynamicProvider> {
    var environment = AuthEnvironment(
      transport: transport, browser: FollowingBrowser(), store: store, clock: ImmediateClock())
    environment.activity = activity.value
    return provider.client(environment: environment)
  }

  @Test func `A refresh begins an activity and ends it`() async throws {
    try await withProvider { provider in
      let activity = Activity()
      let client = client(provider, MemoryCredentialStore(), activity)
      _ = try await client.signIn(scopes: [], parameters: .init())
      _ = try await client.refresh()
      #expect((activity.begun.value, activity.ended.value) == (1, 1))
    }
  }

  @Test func `An expired activity cancels its refresh, which releases the lock and keeps the intent`()
    async throws
  {
    try await withProvider { provider in
      let (activity, folder) = (
        Activity(), FileManager.default.temporaryDirectory.appendingPathComponent("auth-\(UUID().uuidString)")
      )
      defer { try? FileManager.default.removeItem(at: folder) }
      let store = EncryptedFileStore(folder: folder, key: EncryptionKey())
      // The request lasts until it is canceled.
      let transport = ScriptedTransport { request throws(TransportFailure) in
        guard request.isRefresh else { return try await AuthEnvironment.platformTransport.send(request) }
        activity.expire.withLock { $0 }?()
        do { try await GatedClock().sleep(until: .now, tolerance: nil) } catch { throw .cancelled }
        throw .network(.noResponse(host: "id.example"))
      }
      let client = client(provider, store, activity, transport)
      _ = try await client.signIn(scopes: [], parameters: .init())
      #expect(await client.refreshFailure() == .cancelled)
      #expect((activity.begun.value, activity.ended.value) == (1, 1))
      #expect(try await client.credential()?.unconfirmedRefresh != nil)
      // Another process gets the lock immediately.
      let other = provider.client(environment: AuthEnvironment(browser: FollowingBrowser(), store: store))
      #expect(await other.refreshFailure() == nil)
    }
  }
}
