import AuthRuntime
import AuthTesting
import Foundation
import TestSupport

/// The users of an app. Each has a separate client, and its session is in an encrypted file.
struct SoakClients: Sendable {
  private struct UnexpectedStatus: Error {
    let code: Int
  }

  private struct Total: Sendable {
    var requests = 0
    var failures = 0
  }

  /// The longest pause between two requests of a user, in seconds.
  private static let longestPause = 4.0

  let issuer: String
  let clientID: String
  let api: String
  let folder: URL
  private let total = Locked(Total())

  init(issuer: String, clientID: String, api: String, folder: URL) {
    (self.issuer, self.clientID, self.api, self.folder) = (issuer, clientID, api, folder)
  }

  func run(count: Int) async throws {
    guard let key = EncryptionKey(hexadecimal: SoakProbe.environment("AUTH_KEY")) else { exit(64) }
    var clients: [AuthClient<DynamicProvider>] = []
    for number in 0..<count {
      let client = client(number, key)
      _ = try await client.signIn()
      clients.append(client)
    }
    await useAtOnce(clients)
    SoakProbe.say("signed-in \(count)")
    await withDiscardingTaskGroup { group in
      for client in clients { group.addTask { await use(client) } }
      group.addTask { await report() }
    }
  }

  private func client(_ number: Int, _ key: EncryptionKey) -> AuthClient<DynamicProvider> {
    let store = EncryptedFileStore(folder: folder.appendingPathComponent("\(number)"), key: key)
    return AuthClient(
      issuer: issuer, clientID: clientID, redirect: .loopback(),
      environment: AuthEnvironment(browser: FollowingBrowser(), store: store)
    ) { $0.refresh?.rotation = .rotate }
  }

  /// Opens as many connections as the clients can have. The memory of connections opened later would look like a leak.
  private func useAtOnce(_ clients: [AuthClient<DynamicProvider>]) async {
    await withDiscardingTaskGroup { group in
      for client in clients {
        group.addTask {
          await attempt { _ = try await client.refresh() }
          await request(client)
        }
      }
    }
  }

  private func use(_ client: AuthClient<DynamicProvider>) async {
    while !Task.isCancelled {
      try? await Task.sleep(for: .seconds(Double.random(in: 0...Self.longestPause)))
      await request(client)
    }
  }

  private func request(_ client: AuthClient<DynamicProvider>) async {
    await attempt {
      let (_, response) = try await client.data(from: api)
      if response.status.code != 200 { throw UnexpectedStatus(code: response.status.code) }
    }
  }

  private func attempt(_ step: () async throws -> Void) async {
    do {
      try await step()
    } catch {
      total.withLock { $0.failures += 1 }
      SoakProbe.say("failure \(error)")
    }
    total.withLock { $0.requests += 1 }
  }

  private func report() async {
    while !Task.isCancelled {
      try? await Task.sleep(for: .seconds(1))
      let current = total.value
      SoakProbe.say("total \(current.requests) \(current.failures)")
    }
  }
}

extension EncryptionKey {
  /// Creates a key from hexadecimal digits.
  init?(hexadecimal digits: String) {
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).map { digits.dropFirst($0).prefix(2) }
    self.init(bytes: bytes.compactMap { UInt8($0, radix: 16) })
  }
}
