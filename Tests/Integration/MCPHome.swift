import AuthRuntime
import AuthTesting
import Foundation
import TestSupport

/// A user's folders, the command `authctl mcp`, and a host that runs it.
struct MCPHome {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("authctl-mcp-\(UUID().uuidString)")
  var browser: any Browser = FollowingBrowser()
  var environment: [String: String] {
    ["AUTHCTL_CONFIG": folder.path + "/config", "XDG_STATE_HOME": folder.path + "/state"]
  }

  /// Runs the command, and visits a page that it prints as a user would.
  func authctl(_ arguments: [String]) async throws -> Command.Outcome {
    try await Command.run(Command.built("authctl"), ["mcp"] + arguments, environment: environment) { line in
      guard line.hasPrefix("  http"), let page = URL(string: line.trimmingCharacters(in: .whitespaces)) else {
        return
      }
      try? await browser.open(page)
    }
  }

  func login(_ url: String, _ arguments: [String] = []) async throws -> Command.Outcome {
    let port = String(Int.random(in: 10_000...19_999))
    return try await authctl(
      ["login", url, "--no-browser", "--redirect-port", port, "--store", "file", "--key-file", folder.path + "/key"]
        + (FileManager.default.fileExists(atPath: folder.path + "/key") ? [] : ["--create-key"]) + arguments)
  }

  /// Runs a host that calls a tool through the proxy.
  func host(_ mode: String, _ name: String, _ url: String) async throws -> Command.Outcome {
    let state = ProcessInfo.processInfo.environment["AUTH_TEST_STATE"]
    let python = URL(fileURLWithPath: state ?? Repository.file(".build/auth-test").path)
      .appendingPathComponent("mcp-python/bin/python")
    return try await Command.run(
      python,
      ["-B", Repository.file("scripts/lib/identity-server/mcp/host.py").path, mode, name]
        + [Command.built("authctl").path, "mcp", "proxy", url], environment: environment)
  }
}
