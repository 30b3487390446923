import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import authctl

/// Tests the file of profiles, and the messages about an invalid file.
@Suite struct `The file of profiles` {
  /// Two profiles that need no provider.
  private static let two = """
    {
      "version": 1,
      "profiles": {
        "work": { "issuer": "https://id.example.com", "client_id": "app", "store": "file", "key_file": "/nowhere/key" },
        "home": { "provider": "github", "client_id": "b", "scopes": ["user"] }
      }
    }
    """

  @Test(arguments: [
    (
      ["token", "wrok"],
      "unknownProfile: unknown profile 'wrok'; did you mean 'work'? "
        + "(create it with authctl sign-in PROVIDER --client-id ID --profile NAME)"
    ),
    (
      ["sign-out", "something-else"],
      "unknownProfile: unknown profile 'something-else'; there are home and work "
        + "(create it with authctl sign-in PROVIDER --client-id ID --profile NAME)"
    ),
    (["token"], "noProfile: there are several profiles: home and work (pass one of them)"),
    (["userinfo"], "noProfile: there are several profiles: home and work (pass one of them)"),
    (
      ["token", "work"],
      "missingKey: missing key file /nowhere/key (to create it, sign in with --create-key)"
    ),
    (["token", "--valid-for", "-1"], "Missing value for '--valid-for <seconds>'"),
    (
      ["token", "--scope", "a"],
      "--scope requires --audience. To choose the session's own scopes, use authctl sign-in."
    ),
    (
      ["token", "work", "--audience", "api"],
      "noAudience: https://id.example.com doesn't issue tokens for other APIs (leave out --audience, or "
        + "sign in with it as a --parameter)"
    ),
    (["sign-out", "--all", "--account", "a"], "Use either --all or --account."),
    (["profiles", "--remove", "hme"], "unknownProfile: unknown profile 'hme'; did you mean 'home'? "),
    (["profiles", "--force"], "--force requires --remove."),
  ])
  func `Invalid input is reported on one line`(arguments: [String], line: String) async throws {
    try await CommandHome.use { home in
      try home.write(profiles: Self.two)
      let outcome = try await home.run(arguments)
      #expect(outcome.status == 1)
      #expect(outcome.errors.hasPrefix("authctl: \(line)"), "\(outcome.errors)")
      #expect(outcome.errors.split(separator: "\n").count == 1)
      #expect(outcome.output.isEmpty)
    }
  }

  @Test func `The file of profiles is rejected if other users can write it`() async throws {
    try await CommandHome.use { home in
      try home.write(profiles: Self.two, mode: 0o666)
      let outcome = try await home.run(["token", "work"])
      let file = home.profiles
      #expect(outcome.errors == "authctl: unsafeFile: other users can write to \(file) (chmod 600 \(file))\n")
    }
  }

  @Test func `The file of profiles is listed, and a profile can be removed`() async throws {
    try await CommandHome.use { home in
      #expect(
        try await home.run(["profiles"]).output
          == "No profiles yet. To create one, run authctl sign-in PROVIDER --client-id ID.\n")
      try home.write(profiles: Self.two)
      let list = try await home.run(["profiles"])
      #expect(list.output == "home: github, client b\nwork: https://id.example.com, client app\n")
      // Without the key, it's unknown whether a user is signed in there.
      #expect(try await home.run(["profiles", "--remove", "work"]).errors.hasPrefix("authctl: missingKey: "))
      #expect(try await home.run(["profiles", "--remove", "work", "--force"]).output == "Removed work.\n")
      #expect(try await home.run(["profiles"]).output == "home: github, client b\n")
    }
  }

  @Test func `The file of profiles is readable only by the user, and stores the options of a sign-in`() async throws {
    try await CommandHome.use { home, provider in
      _ = try await home.signIn(at: provider, ["--scope", "profile", "--parameter", "audience=api"])
      #expect(PrivateFile.mode(of: home.profiles) == 0o600)
      #expect(PrivateFile.mode(of: home.folder.path + "/config") == 0o700)
      #expect(PrivateFile.mode(of: home.key) == 0o600)
      let text = try String(contentsOfFile: home.profiles, encoding: .utf8)
      #expect(text.contains(#""audience" : "api""#), "\(text)")
      // The user doesn't have to repeat the options.
      let again = try await home.run(["sign-in", "work", "--no-browser"])
      #expect(again.status == 0, "\(again.errors)")
      let last = provider.requests.last { $0.path == "/authorize" }
      #expect(last?.query.contains("audience=api") == true)
      #expect(last?.query.contains("scope=openid%20profile&") == true, "\(last?.query ?? "")")
      #expect(try String(contentsOfFile: home.profiles, encoding: .utf8) == text)
    }
  }
}
