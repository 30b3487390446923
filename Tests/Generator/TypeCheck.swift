import Foundation
import TestSupport

/// Type-checks programs that use the reference clients.
enum TypeCheck {
  /// The compiler's errors for each program. One run checks all of them.
  static func errors(of programs: [String]) async throws -> [[String]] {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).swift")
    defer { try? FileManager.default.removeItem(at: file) }
    let head = ["import AuthRuntime", "import ReferenceClients"]
    try Data((head + programs.enumerated().map(function)).joined(separator: "\n").utf8).write(to: file)
    let arguments = ["swiftc", "-typecheck", "-swift-version", "6", "-diagnostic-style", "llvm"]
    let outcome = try await Command.run(
      URL(fileURLWithPath: "/usr/bin/env"), arguments + modules() + [file.path])
    var errors = programs.map { _ in [String]() }
    for line in outcome.errors.split(separator: "\n") where line.contains(": error: ") {
      let number = line.split(separator: ":").dropFirst().first.flatMap { Int($0) }
      // An error outside the programs applies to all of them, because the setup is broken.
      guard line.hasPrefix(file.path), let number, programs.indices.contains(number - head.count - 1) else {
        throw SetupFailure(text: String(line))
      }
      errors[number - head.count - 1].append(String(line))
    }
    return errors
  }

  /// The compiler's errors for a module with these files.
  static func errors(inFiles files: [String]) async throws -> [String] {
    let arguments = ["swiftc", "-typecheck", "-parse-as-library", "-swift-version", "6", "-diagnostic-style", "llvm"]
    let outcome = try await Command.run(URL(fileURLWithPath: "/usr/bin/env"), arguments + modules() + files)
    return outcome.errors.split(separator: "\n").filter { $0.contains(": error: ") }.map(String.init)
  }

  struct SetupFailure: Error {
    var text: String
  }

  private static let clients = [
    "auth0: Auth0.Client", "google: Google.Client", "gitHub: GitHub.Client", "gitHubUser: GitHub.User",
    "slack: Slack.Client", "apple: SignInWithApple.Client", "shopify: Shopify.Client", "discord: Discord.Client",
    "microsoft: MicrosoftEntraID.Client", "minimal: Minimal.Client", "apiOnly: APIOnly.Client", "secret: Secret",
  ]

  private static func function(_ number: Int, _ program: String) -> String {
    "func program\(number)(\(clients.map { "_ " + $0 }.joined(separator: ", "))) async throws { \(program) }"
  }

  /// The modules that were built with the tests, and the C modules that they depend on.
  private static func modules() throws -> [String] {
    let products = Command.built("Modules").resolvingSymlinksInPath().deletingLastPathComponent()
    let built = try FileManager.default.contentsOfDirectory(at: products, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "build" }.map { $0.appendingPathComponent("module.modulemap") }
    let scratch = products.deletingLastPathComponent().deletingLastPathComponent()
    let own = try folders(in: Repository.file("Sources"))
      .map { $0.appendingPathComponent("module.modulemap") }
    let sources = try folders(in: scratch.appendingPathComponent("checkouts"))
      .flatMap { try folders(in: $0.appendingPathComponent("Sources")) }
      .map { $0.appendingPathComponent("include/module.modulemap") }
    let exists = { (file: URL) in FileManager.default.fileExists(atPath: file.path) }
    return ["-I", products.appendingPathComponent("Modules").path]
      + built.filter(exists).flatMap { ["-Xcc", "-fmodule-map-file=\($0.path)"] }
      + (own + sources).filter(exists).flatMap { ["-I", $0.deletingLastPathComponent().path] }
  }

  /// Returns an empty list if the folder doesn't exist.
  private static func folders(in folder: URL) throws -> [URL] {
    guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
  }
}
