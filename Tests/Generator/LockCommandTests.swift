import Foundation
import TestSupport
import Testing

@Suite struct `The command authgen lock` {
  @Test func `A change after authgen lock is reported by validate and generate, until the lock is written again`()
    async throws
  {
    try await withWorkspace(["in/acme.yaml": acme]) { workspace in
      #expect(try await authgen("validate", "in", in: workspace).errors == "")
      let written = try await authgen("lock", "in", in: workspace)
      #expect((written.status, written.output) == (0, "in/auth-generator.lock\n"))
      #expect(try await authgen("validate", "in/acme.yaml", in: workspace).errors == "")

      try Data((acme + "token: { encoding: json }\n").utf8).write(
        to: URL(fileURLWithPath: workspace.path("in/acme.yaml")))
      let validated = try await authgen("validate", "in", in: workspace)
      #expect(validated.status == 0)
      #expect(validated.errors.contains("warning: since the lock, 'token.encoding' changed from 'form' to 'json'"))
      let generated = try await authgen("generate", "in/acme.yaml", "--output", "out", in: workspace)
      #expect((generated.status, generated.errors) == (0, validated.errors))

      #expect(try await authgen("lock", "in/acme.yaml", in: workspace).status == 0)
      #expect(try await authgen("validate", "in", in: workspace).errors == "")
    }
  }

  @Test func `Another claim for the user's ID stops the generation`() async throws {
    try await withWorkspace(["acme.yaml": acme]) { workspace in
      #expect(try await authgen("lock", "acme.yaml", in: workspace).status == 0)
      try Data((acme + "userinfo: { map: { id: oid } }\n").utf8)
        .write(to: URL(fileURLWithPath: workspace.path("acme.yaml")))
      let result = try await authgen("generate", "acme.yaml", "--output", "out", in: workspace)
      #expect(result.status == 1)
      #expect(result.errors.contains("'userinfo.map.id' changed from 'sub' to 'oid' [changed-user-id]"))
      #expect(workspace.written == [])
    }
  }

  @Test func `A lock keeps the facts of other descriptors, and drops those of deleted ones`() async throws {
    let other = acme.replacing("id: acme", with: "id: b")
    try await withWorkspace(["acme.yaml": acme, "b.yaml": other, "c.yaml": acme.replacing("id: acme", with: "id: c")]) {
      workspace in
      #expect(try await authgen("lock", ".", in: workspace).status == 0)
      try FileManager.default.removeItem(atPath: workspace.path("b.yaml"))
      #expect(try await authgen("lock", "acme.yaml", in: workspace).status == 0)
      let lock = try String(contentsOfFile: workspace.path("auth-generator.lock"), encoding: .utf8)
      #expect(lock.contains("\"acme.yaml\""))
      #expect(lock.contains("\"c.yaml\""))
      #expect(!lock.contains("\"b.yaml\""))
    }
  }

  @Test func `An edited lock is an error, and authgen lock replaces it`() async throws {
    try await withWorkspace(["acme.yaml": acme, "auth-generator.lock": "{}"]) { workspace in
      let result = try await authgen("validate", "acme.yaml", in: workspace)
      #expect(result.status == 1)
      #expect(result.errors.hasPrefix("auth-generator.lock:1:1: error: this isn't a lock of this version"))
      #expect(try await authgen("lock", "acme.yaml", in: workspace).status == 0)
      #expect(try await authgen("validate", "acme.yaml", in: workspace).status == 0)
    }
  }

  @Test func `The output of authgen lock can't control a terminal`() async throws {
    try await withWorkspace(["in\u{1B}[2J/acme.yaml": acme]) { workspace in
      let result = try await authgen("lock", "in\u{1B}[2J", in: workspace)
      #expect(result.status == 0)
      #expect(result.output.hasSuffix("/auth-generator.lock\n"))
      #expect(!result.output.unicodeScalars.contains("\u{1B}"))
    }
  }

  @Test func `The catalog itself can't be locked`() async throws {
    try await withWorkspace([:]) { workspace in
      let result = try await authgen("lock", "auth0", in: workspace)
      #expect(result.status != 0)
    }
  }
}
