import AuthRuntime
import AuthTesting
import Foundation
import TestSupport

/// The users of an app. Each has a separate client, and its session is in an encrypted file.
struct SoakClients: Sendable {
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

  private func use(_ client: AuthClient<DynamicProvider>) async {
    while !Task.isCancelled {
      try? await Task.sleep(for: .seconds(Double.random(in: 0...Self.longestPause)))
      let failure = await failure(of: client)
      total.withLock { total in
        total.requests += 1
        if failure != nil { total.failures += 1 }
      }
      if let failure { SoakProbe.say("failure \(failure)") }
    }
  }

  private func failure(of client: AuthClient<DynamicProvider>) async -> String? {
    do {
      let (_, response) = try await client.data(from: api)
      return response.status.code == 200 ? nil : "status \(response.status.code)"
    } catch {
      return "\(error)"
    }
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
  /// Reads a key from an environment variable.
  init?(hexadecimal digits: String) {
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).map { digits.dropFirst($0).prefix(2) }
    self.init(bytes: bytes.compactMap { UInt8($0, radix: 16) })
  }
}
