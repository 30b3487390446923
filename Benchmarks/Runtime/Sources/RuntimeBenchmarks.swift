/// Measures the runtime, each time against something else that does the same in the same run, and prints JSON.
@main enum RuntimeBenchmarks {
  static func main() async throws {
    var report = Report()
    for key in [try await SigningKey.rs256(), try await SigningKey.es256()] {
      try await compareVerification(with: key, &report)
    }
    let key = try await SigningKey.es256()
    try await measureSteps(with: key, &report)
    try await measureTasks(&report)
    print(try report.json())
  }

  private static func compareVerification(with key: SigningKey, _ report: inout Report) async throws {
    let verification = try await Verification(key)
    let name = "runtime.verify.\(key.algorithm.rawValue.lowercased())"
    let library = try await Timing(of: verification.byRuntime, against: verification.byJWTKit)
    report.add("\(name).ratio", library.own / library.reference, against: "jwt-kit, µs", library.reference)
    let bare = try await Timing(of: verification.byRuntime, against: verification.ofSignature)
    report.add("\(name).bare", bare.own / bare.reference, against: "its signature alone, µs", bare.reference)
  }

  private static func measureSteps(with key: SigningKey, _ report: inout Report) async throws {
    let signIn = try await SignIn(key)
    let callback = try await Timing(calls: 500, of: signIn.readCallback, against: signIn.parseQuery)
    report.add("runtime.callback.us", callback.own, against: "URLComponents takes it apart, µs", callback.reference)
    let url = try await Timing(calls: 100, of: signIn.buildURL, against: signIn.composeURL)
    report.add("runtime.authorize.us", url.own, against: "URLComponents puts it together, µs", url.reference)
    let verification = try await Verification(key)
    let alone = try await Timing(of: verification.byRuntime, against: verification.ofSignature)
    let own = try await SignIn.ownTime(key)
    report.add("runtime.signin.ms", own / 1000, against: "verifying its ID token, ms", alone.own / 1000)
  }

  /// Tasks that verify at the same time share the client and its keys; each has a token of its own, as requests to a
  /// server have.
  private static func measureTasks(_ report: inout Report) async throws {
    let verification = try await Verification(try await SigningKey.rs256())
    let another = try await verification.another()
    let time = try await Timing(
      rounds: 10, calls: 1, of: { try await verify(10_000, by: [verification, another]) },
      against: { try await verify(10_000, by: [verification]) })
    report.add("runtime.tasks.ratio", time.own / time.reference, against: "one task, ms", time.reference / 1000)
  }

  private static func verify(_ count: Int, by tasks: [Verification]) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for verification in tasks {
        group.addTask { for _ in 0..<(count / tasks.count) { try await verification.byRuntime() } }
      }
      try await group.waitForAll()
    }
  }
}
