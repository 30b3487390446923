import Foundation

/// Measures the runtime and prints JSON. Each value is compared with a reference that does the same work in the same
/// run.
///
/// If the argument is a number, the process is a worker that verifies with that many tasks on demand. `callback`
/// measures the callback from a browser, and `waiting` measures the memory of a pending sign-in, each in a process that
/// has done nothing else. `proofs` measures requests with DPoP proofs, and `replays` the memory of a million of them.
/// `callers`, `issuers`, and `sessions` print the kilobytes that each of many takes.
/// `samples` prints tokens and keys that libraries in other languages verify.
/// `secrets` measures the desktop's keyring, and `keep` leaves a session there for `authctl`.
@main enum RuntimeBenchmarks {
  static func main() async throws {
    try await run()
  }

  /// Runs off the main actor, as in a server. On it, each call would switch threads twice.
  @concurrent private static func run() async throws {
    switch CommandLine.arguments.dropFirst().first {
    case "callback": return print(try await callback().json())
    case "replays": return print(try Proofs.memory(of: 1_000_000))
    case "samples": return print(try await samples())
    case "proofs": return print(try await proofs().json())
    case "callers": return print(try await Scale(try await .es256()).callers())
    case "issuers": return print(try await Scale(try await .es256()).issuers())
    case "sessions": return print(try await Scale(try await .es256()).sessions())
    case "waiting": return print(try await Native(try await .es256()).waiting())
    #if os(Linux)
      case "secrets": return print(try await Secrets().json())
      case "keep": return try await Secrets().keep()
    #endif
    default: break
    }
    if let tasks = CommandLine.arguments.dropFirst().first.flatMap(Int.init) {
      return try await Worker(tasks: tasks).run()
    }
    var report = Report()
    for key in [try await SigningKey.rs256(), try await SigningKey.es256()] {
      try await compareVerification(with: key, &report)
    }
    let key = try await SigningKey.es256()
    try await measureSteps(with: key, &report)
    try await measureSessions(with: key, &report)
    try await measureProofs(with: key, &report)
    print(try report.json())
  }

  /// Returns a token and its key set for each algorithm, as JSON.
  private static func samples() async throws -> String {
    var samples: [Verification.Sample] = []
    for key in [try await SigningKey.rs256(), try await SigningKey.es256()] {
      samples.append(try await Verification(key).sample())
    }
    return String(decoding: try JSONEncoder().encode(samples), as: UTF8.self)
  }

  private static func proofs() async throws -> Report {
    var report = Report()
    let proofs = try await Proofs.compare()
    report.add(
      "api.dpop.ratio", proofs.own / proofs.reference, against: "the two signatures alone, µs", proofs.reference)
    return report
  }

  private static func callback() async throws -> Report {
    var report = Report()
    let callback = try await Native(try await .es256()).callback()
    report.add("native.loopback.ms", callback.own, against: "a request for an icon there, ms", callback.reference)
    return report
  }

  private static func compareVerification(with key: SigningKey, _ report: inout Report) async throws {
    let verification = try await Verification(key)
    let name = "runtime.verify.\(key.algorithm.rawValue.lowercased())"
    let library = try await Timing(of: verification.byRuntime, against: verification.byJWTKit)
    report.add("\(name).ratio", library.own / library.reference, against: "jwt-kit, µs", library.reference)
    let bare = try await Timing(of: verification.byRuntime, against: verification.ofSignature)
    report.add("\(name).bare", bare.own / bare.reference, against: "its signature alone, µs", bare.reference)
  }

  private static func measureProofs(with key: SigningKey, _ report: inout Report) async throws {
    let tokens = try BoundTokens(key)
    let proof = try await tokens.proof()
    report.add(
      "runtime.dpop.proof.ratio", proof.own / proof.reference, against: "its signature alone, µs", proof.reference)
    let request = try await tokens.requests()
    report.add(
      "runtime.dpop.data.ratio", request.own / request.reference, against: "the same with a bearer token, µs",
      request.reference)
  }

  private static func measureSessions(with key: SigningKey, _ report: inout Report) async throws {
    let sessions = try Sessions(key)
    let memory = try await sessions.fromMemory()
    report.add("session.token.us", memory.own, against: "a string from an actor, µs", memory.reference)
    let callers = try await sessions.manyCallers()
    report.add("session.callers.ms", callers.own, against: "as many strings from an actor, ms", callers.reference)
    let durable = try await sessions.durability()
    report.add("session.durability.ms", durable.own, against: "a refresh in memory, ms", durable.reference)
    let adoption = try await sessions.adoption()
    report.add("session.adoption.ms", adoption.own, against: "the refresh, ms", adoption.reference)
  }

  private static func measureSteps(with key: SigningKey, _ report: inout Report) async throws {
    let signIn = try await SignIn(key)
    let waiting = try await signIn.waiting(20_000)
    var next = waiting.startIndex
    let callback = try await Timing(
      rounds: 200, calls: 100,
      of: {
        try signIn.readCallback(waiting[next])
        next += 1
      }, against: signIn.parseQuery)
    report.add("runtime.callback.us", callback.own, against: "URLComponents parses it, µs", callback.reference)
    let url = try await Timing(calls: 100, of: signIn.buildURL, against: signIn.composeURL)
    report.add("runtime.authorize.us", url.own, against: "URLComponents builds it, µs", url.reference)
    let verification = try await Verification(key)
    let alone = try await Timing(of: verification.byRuntime, against: verification.ofSignature)
    let own = try await SignIn.ownTime(key)
    report.add("runtime.signin.ms", own / 1000, against: "verifying its ID token, ms", alone.own / 1000)
  }
}
