import AuthTesting
import Foundation
import TestSupport
import Testing

/// Tests where sessions are saved, and the messages if that's impossible. All of them appear before a browser opens.
@Suite struct `The store of sessions` {
  private static let github = ["sign-in", "github", "--client-id", "a", "--no-browser"]
  private static let key = Data(repeating: 7, count: 32).base64EncodedString()

  /// Runs a sign-in with a key file that has this content and mode.
  private func signIn(key: String?, mode: Int = 0o600, _ arguments: [String] = []) async throws -> Command.Outcome {
    try await CommandHome.use { home in
      if let key {
        try Data(key.utf8).write(to: URL(fileURLWithPath: home.key))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: home.key)
      }
      var outcome = try await home.run(
        Self.github + ["--store", "file", "--key-file", home.key] + arguments, visiting: false)
      outcome.errors = outcome.errors.replacing(home.key, with: "KEY")
      return outcome
    }
  }

  private static let cases: [(String?, Int, [String], String)] = [
    (nil, 0o600, [], "missingKey: missing key file KEY (to create it, sign in with --create-key)"),
    (key, 0o644, [], "unsafeFile: other users can read KEY (chmod 600 KEY)"),
    (
      "c2hvcnQ=", 0o600, [],
      "unusableKey: KEY isn't 32 bytes in Base64 (restore it, or sign in with another --key-file)"
    ),
    (
      "no base64", 0o600, [],
      "unusableKey: KEY isn't 32 bytes in Base64 (restore it, or sign in with another --key-file)"
    ),
    (key, 0o600, ["--create-key"], "keyExists: KEY already exists (leave out --create-key to use it)"),
    (
      key, 0o600, ["--no-store"],
      "--no-store can't be used with --profile, --account, --store, or the key options."
    ),
    (key, 0o600, ["--store", "system"], "--key-file and --create-key require --store file."),
    (
      key, 0o600, ["--profile", "a/b"],
      "invalidName: a/b isn't a valid profile name (use 1 to 64 letters, digits, and - _ .)"
    ),
    (
      key, 0o600, ["--account", "a b"],
      "invalidName: a b isn't a valid account name (use 1 to 64 letters, digits, and - _ . @ +)"
    ),
    (key, 0o600, ["--setting", "x=y"], "unknownSetting: unknown setting x; the descriptor has none"),
    (key, 0o600, ["--client-secret-file", "/nowhere/x"], "unreadableFile: can't read a secret from /nowhere/x"),
  ]

  @Test(arguments: cases)
  func `An invalid key or an invalid name is reported`(
    key: String?, mode: Int, arguments: [String], line: String
  ) async throws {
    let outcome = try await signIn(key: key, mode: mode, arguments)
    #expect(outcome.status == 1)
    #expect(outcome.errors == "authctl: \(line)\n")
    #expect(outcome.output.isEmpty)
  }

  @Test func `A session store must be chosen if the platform has none`() async throws {
    try await CommandHome.use { home in
      let outcome = try await home.run(Self.github, visiting: false)
      #expect(outcome.status == 1)
      #expect(outcome.errors.hasPrefix("authctl: noStore: "), "\(outcome.errors)")
      #expect(
        outcome.errors.hasSuffix(
          "(--store file --key-file FILE --create-key stores sessions in encrypted files; --no-store stores nothing)\n"
        ))
      #expect(outcome.errors.split(separator: "\n").count == 1)
    }
  }

  @Test func `An encrypted session store needs a key file`() async throws {
    try await CommandHome.use { home in
      let outcome = try await home.run(Self.github + ["--store", "file"], visiting: false)
      #expect(outcome.errors == "authctl: missingKey: --store file requires --key-file FILE\n")
    }
  }

  @Test func `A profile never contains a secret setting`() async throws {
    try await CommandHome.use { home in
      let arguments = ["sign-in", "apple", "--client-id", "a", "--no-browser", "--setting", "private_key=SECRET"]
      let outcome = try await home.run(arguments, visiting: false)
      #expect(outcome.status == 1)
      let line = "authctl: secretSetting: the setting private_key is a secret"
      #expect(outcome.errors.hasPrefix(line), "\(outcome.errors)")
      #expect(!outcome.errors.contains("SECRET"))
      #expect(!FileManager.default.fileExists(atPath: home.profiles))
    }
  }

  @Test func `A session that another key encrypted is unreadable, and the user stays signed in`() async throws {
    try await CommandHome.use { home, provider in
      _ = try await home.signIn(at: provider)
      let old = try Data(contentsOf: URL(fileURLWithPath: home.key))
      try Data(Self.key.utf8).write(to: URL(fileURLWithPath: home.key))
      let line = "the data in the credential store can't be read: it's damaged or has another key (restore the key, or "
      for arguments in [["token"], ["status"], ["userinfo"]] {
        let outcome = try await home.run(arguments)
        #expect(outcome.status == 1)
        #expect((outcome.output + outcome.errors).contains("corrupt: \(line)run authctl sign-in work)"), "\(outcome)")
      }
      try old.write(to: URL(fileURLWithPath: home.key))
      #expect(try await home.run(["token"]).status == 0)
      try Data(Self.key.utf8).write(to: URL(fileURLWithPath: home.key))
      let out = try await home.run(["sign-out", "--keep-browser"])
      #expect(out.errors == "(the stored session couldn't be read, so no token was revoked)\n")
      #expect(out.output == "Signed out of work.\n")
      #expect(home.sessions.isEmpty)
    }
  }
}
