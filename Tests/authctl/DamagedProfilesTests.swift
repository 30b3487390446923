import Foundation
import TestSupport
import Testing

/// Tests a file of profiles that a user has edited.
@Suite struct `A file of profiles` {
  @Test(arguments: [
    ("{", "damagedProfiles: FILE isn't valid JSON, or has a key twice"),
    ("[]", "damagedProfiles: FILE isn't valid JSON, or has a key twice"),
    (#"{"version": 2, "profiles": {}}"#, "wrongProfile: FILE: version must be 1; a newer authctl may have written it"),
    (
      #"{"version": 1, "profiles": {}, "x": 1}"#,
      "wrongProfile: FILE: x isn't a known key; expected 'version' and 'profiles'"
    ),
    (#"{"version": 1}"#, "wrongProfile: FILE: profiles must be an object"),
    (#"{"version": 1, "profiles": {"a b": {}}}"#, "wrongProfile: FILE: profiles.a b isn't a valid profile name"),
    (#"{"version": 1, "profiles": {"a": []}}"#, "wrongProfile: FILE: profiles.a must be an object"),
    (
      #"{"version": 1, "profiles": {"a": {"provider": "github"}}}"#,
      "wrongProfile: FILE: profiles.a needs 'client_id'"
    ),
    (
      #"{"version": 1, "profiles": {"a": {"client_id": "x"}}}"#,
      "wrongProfile: FILE: profiles.a needs either 'provider' or 'issuer'"
    ),
    (
      #"{"version": 1, "profiles": {"a": {"provider": "github", "clientid": "x"}}}"#,
      "wrongProfile: FILE: profiles.a.clientid isn't a known key; did you mean 'client_id'?"
    ),
    (
      #"{"version": 1, "profiles": {"a": {"provider": "github", "client_id": "x", "redirect_port": 70000}}}"#,
      "wrongProfile: FILE: profiles.a.redirect_port must be a whole number from 1 to 65535"
    ),
    (
      #"{"version": 1, "profiles": {"a": {"provider": "github", "client_id": "x", "store": "none"}}}"#,
      "wrongProfile: FILE: profiles.a.store must be 'system' or 'file'"
    ),
    (
      #"{"version": 1, "profiles": {"a": {"provider": "github", "client_id": "x", "scopes": "user"}}}"#,
      "wrongProfile: FILE: profiles.a.scopes must be a list of strings"
    ),
  ])
  func `A damaged file of profiles is never treated as empty`(text: String, line: String) async throws {
    try await CommandHome.use { home in
      try home.write(profiles: text)
      for arguments in [["token", "a"], ["status"], ["sign-in", "a"]] {
        let outcome = try await home.run(arguments)
        #expect(outcome.status == 1)
        let message = outcome.errors.replacing(home.profiles, with: "FILE")
        #expect(message.hasPrefix("authctl: \(line)"), "\(message)")
        #expect(outcome.errors.split(separator: "\n").count == 1)
      }
      #expect(try String(contentsOfFile: home.profiles, encoding: .utf8) == text)
    }
  }
}
