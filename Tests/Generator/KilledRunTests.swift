import Foundation
import TestSupport
import Testing

@Suite struct `A run of authgen that is killed` {
  private static let total = 120

  /// Runs a command, and kills it as soon as the output folder contains this many entries, including hidden ones.
  private static let killer = #"""
    count=$1; shift
    "$@" >/dev/null 2>&1 &
    process=$!
    while kill -0 "$process" 2>/dev/null; do
      set -- out/* out/.[!.]*
      if [ $# -ge "$count" ]; then kill -9 "$process"; break; fi
    done
    wait "$process"
    """#

  private func contents(_ folder: String) throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    return try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: URL(fileURLWithPath: folder + "/" + $0))) })
  }

  private func descriptors(named name: String) -> [String: String] {
    let all = (0..<Self.total).map { number in
      let text = acme.replacing("id: acme", with: "id: acme\(number)").replacing("name: Acme", with: "name: \(name)")
      return ("in/acme\(number).yaml", text)
    }
    return Dictionary(uniqueKeysWithValues: all)
  }

  /// Generates files into `out` and kills the tool when the folder contains this many entries.
  ///
  /// - Returns: Whether the kill occurred before the last file.
  private func killedRun(at count: Int, of all: Int, in workspace: Workspace) async throws -> Bool {
    try? FileManager.default.removeItem(atPath: workspace.path("out"))
    try FileManager.default.createDirectory(atPath: workspace.path("out"), withIntermediateDirectories: true)
    let tool = Command.built("authgen").path
    _ = try await Command.run(
      URL(fileURLWithPath: "/bin/sh"),
      ["-c", Self.killer, "sh", "\(count)", tool, "generate", "in", "--output", "out"],
      environment: Workspace.environment, in: workspace.folder)
    return workspace.written.count < all
  }

  @Test func `A killed run of authgen leaves a folder that the next run repairs`() async throws {
    try await withWorkspace(descriptors(named: "Acme")) { workspace in
      let whole = try await authgen("generate", "in", "--output", "expected", in: workspace)
      #expect(whole.status == 0, "\(whole.errors)")
      let expected = try contents(workspace.path("expected"))

      // On a busy machine, a run may end before it's killed.
      var kills = 0
      for attempt in 0..<20 where kills < 3 {
        if try await killedRun(at: 4 + attempt * 2, of: expected.count, in: workspace) { kills += 1 }
        let next = try await authgen("generate", "in", "--output", "out", in: workspace)
        #expect(next.status == 0, "\(next.errors)")
        #expect(try contents(workspace.path("out")) == expected)
      }
      #expect(kills == 3, "runs that were killed before they ended")
    }
  }

  @Test func `A killed run of authgen has listed every file that it wrote`() async throws {
    try await withWorkspace(descriptors(named: "Acme")) { workspace in
      var attempt = 0
      while try await !killedRun(at: 40, of: Self.total, in: workspace), attempt < 20 { attempt += 1 }
      #expect(attempt < 20, "a run was killed before it ended")
      for number in 0..<Self.total {
        try FileManager.default.removeItem(atPath: workspace.path("in/acme\(number).yaml"))
      }
      try workspace.write("in/other.yaml", acme.replacing("id: acme", with: "id: other"))
      #expect(try await authgen("generate", "in", "--output", "out", in: workspace).status == 0)
      #expect(workspace.written.filter { $0.hasSuffix(".swift") }.count == 1)
    }
  }
}
