import Foundation

/// Verifies tokens as many times as each line of its input requests, and prints a line when it's done.
///
/// Its tasks run at the same time and share the client and its keys. Each has a separate token, as a server's requests
/// do. Two workers with one task share nothing, so they show how the machine itself scales to two.
struct Worker {
  private let verifications: [Verification]

  init(tasks: Int) async throws {
    let first = try await Verification(try await SigningKey.rs256())
    var verifications = [first]
    while verifications.count < tasks { verifications.append(try await first.another()) }
    self.verifications = verifications
  }

  func run() async throws {
    answer()
    while let count = readLine().flatMap(Int.init) {
      try await verify(count)
      answer()
    }
  }

  private func verify(_ count: Int) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for verification in verifications {
        group.addTask { for _ in 0..<(count / verifications.count) { try await verification.byRuntime() } }
      }
      try await group.waitForAll()
    }
  }

  private func answer() {
    print("done")
    fflush(nil)
  }
}
