import Foundation
import Testing

@Suite struct `The clients in a folder` {
  @Test func `A run of the generator lists the files that it wrote, removed, and left unchanged`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString)/Generated")
    defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
    let nothing = FolderContents(folder)
    #expect(nothing.changes(since: nothing) == [])
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    func write(_ text: String, to name: String) throws {
      try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }
    for name in ["B.swift", "A.swift", "C.swift", ".authgen"] { try write("1", to: name) }
    let first = FolderContents(folder)
    #expect(first.changes(since: nothing) == ["wrote Generated/A.swift, Generated/B.swift, Generated/C.swift"])
    try write("2", to: "B.swift")
    try write("2", to: ".authgen")
    try FileManager.default.removeItem(at: folder.appendingPathComponent("C.swift"))
    let second = FolderContents(folder)
    #expect(
      second.changes(since: first) == [
        "wrote Generated/B.swift", "removed Generated/C.swift", "unchanged: Generated/A.swift",
      ])
    #expect(second.changes(since: second) == ["unchanged: Generated/A.swift, Generated/B.swift"])
  }
}
