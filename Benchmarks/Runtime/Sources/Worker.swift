import Foundation

/// Verifies as often as each line of its input says, and answers with a line when it is done.
///
/// Its tasks verify at the same time and share the client and its keys; each has a token of its own, as requests to a
/// server have. Two workers of one task share nothing: they show what the machine itself gives to two at a time.
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
