import Foundation
import TestSupport
import Testing

@Suite struct `A run of authgen that is killed` {
  private static let total = 120

  /// Runs a command, and kills it as soon as the output folder has this many entries, hidden ones included.
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

  @Test(arguments: [5, 70])
  func `leaves nothing that the next run doesn't repair`(count: Int) async throws {
    try await withWorkspace(descriptors(named: "Older")) { workspace in
      let whole = try await authgen("generate", "in", "--output", "expected", in: workspace)
      #expect(whole.status == 0, "\(whole.errors)")
      let expected = try contents(workspace.path("expected"))

      let tool = Command.built("authgen").path
      try FileManager.default.createDirectory(atPath: workspace.path("out"), withIntermediateDirectories: true)
      let killed = try await Command.run(
        URL(fileURLWithPath: "/bin/sh"),
        ["-c", Self.killer, "sh", "\(count)", tool, "generate", "in", "--output", "out"], in: workspace.folder)
      #expect(killed.status == 128 + 9)
      #expect(workspace.written.count < expected.count, "the kill came in the middle")

      let next = try await authgen("generate", "in", "--output", "out", in: workspace)
      #expect(next.status == 0, "\(next.errors)")
      #expect(try contents(workspace.path("out")) == expected)
      #expect(try await authgen("generate", "in", "--output", "out", "--check", in: workspace).status == 0)

      // What the killed run listed is removed with its descriptor.
      for number in 0..<Self.total / 2 {
        try FileManager.default.removeItem(atPath: workspace.path("in/acme\(number).yaml"))
      }
      #expect(try await authgen("generate", "in", "--output", "out", in: workspace).status == 0)
      #expect(workspace.written.count == expected.count - Self.total / 2)
    }
  }
}
