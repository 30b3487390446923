import Foundation
import WinSDK

@testable import AuthDescriptor

extension Checks {
  func checkTools() async {
    let windows = FakeWindows.current
    await run("authctl replaces a file that another process has open for a moment") { path in
      let file = path + "/profiles.json"
      try PrivateFile.replace(file, with: Data("one".utf8))
      let reader = try WindowsFile(file, for: .reading)
      windows.after(300) { reader.close() }
      try await expect(milliseconds: 300...300) { try PrivateFile.replace(file, with: Data("two".utf8)) }
      try expect(PrivateFile.contents(file, others: .nothing, atMost: 10), Data("two".utf8))
      windows.fail("profiles.json", with: ERROR_ACCESS_DENIED)
      try await expect(milliseconds: 1000...1000) {
        do {
          try PrivateFile.replace(file, with: Data("three".utf8))
          throw Unexpected("replaced")
        } catch let failure as ReportedFailure {
          try expect(failure.line.hasPrefix("unwritableFile: "), true)
        }
      }
      try expect(FileManager.default.contentsOfDirectory(atPath: path), ["profiles.json"])
      try expect(PrivateFile.contents(file, others: .nothing, atMost: 10), Data("two".utf8))
    }
    await run("authgen doesn't open a link as a folder") { path in
      try FileManager.default.createSymbolicLink(atPath: path + "/link", withDestinationPath: path)
      try Data().write(to: URL(fileURLWithPath: path + "/file"))
      for (name, reason) in [("link", "is a link"), ("file", "isn't a folder")] {
        try expectFailure(reason) { () throws(FileFailure) in _ = try FolderHandle.open(path + "/" + name) }
      }
      try expect(FolderHandle.open(path + "/missing") == nil, true)
      let folder = try FolderHandle.open(path)
      try expect([folder?.entry("link"), folder?.entry("missing")], [.link, nil])
      try expect(folder?.contents("link"), nil)
    }
    await run("authgen writes, moves and removes files") { path in
      guard let folder = try FolderHandle.open(path) else { throw Unexpected("no folder") }
      try folder.makeSubfolder("sub")
      try folder.makeSubfolder("sub")
      guard let sub = try folder.subfolder("sub") else { throw Unexpected("no subfolder") }
      try folder.create("a", with: Data("one".utf8))
      try expectFailure("") { () throws(FileFailure) in try folder.create("a", with: Data("two".utf8)) }
      try sub.create("b", with: Data("old".utf8))
      windows.fail("b", with: ERROR_SHARING_VIOLATION, calls: 5)
      try await expect(milliseconds: 100...100) { try folder.move("a", to: sub, as: "b") }
      try expect(sub.contents("b"), Data("one".utf8))
      try expect([folder.names, sub.names], [["sub"], ["b"]])
      folder.removeIfEmpty("sub")
      try sub.remove("b")
      try sub.remove("b")
      folder.removeIfEmpty("sub")
      try expect(folder.names, [])
      try expectFailure("Windows error 2") { () throws(FileFailure) in try folder.move("a", to: folder, as: "b") }
    }
    await run("One writer at a time has the lock of a folder, and the lock leaves no file") { path in
      var first = try FolderHandle.open(path)
      try expect(first?.lock(.exclusive), true)
      let second = try FolderHandle.open(path)
      try await expect(milliseconds: 60_000...60_000) {
        try expectFailure("another process has been writing") { () throws(FileFailure) in
          _ = try second?.lock(.exclusive)
        }
      }
      try expect(second?.lock(.shared), true)
      first = nil
      try expect(FileManager.default.contentsOfDirectory(atPath: path), [])
      try expect(try FolderHandle.open(path)?.lock(.exclusive), true)
    }
    await run("A folder that the user may not write to fails after a second") { path in
      windows.fail(".authgen.lock", with: ERROR_ACCESS_DENIED)
      try await expect(milliseconds: 1000...1000) {
        let folder = try FolderHandle.open(path)
        try expectFailure("Windows error 5") { () throws(FileFailure) in _ = try folder?.lock(.exclusive) }
      }
    }
  }

  private func expectFailure(_ text: String, line: Int = #line, _ work: () throws(FileFailure) -> Void) throws {
    do throws(FileFailure) { try work() } catch {
      guard error.reason.contains(text) || text.isEmpty else { throw Unexpected("\(error.reason) (line \(line))") }
      return
    }
    throw Unexpected("no failure (line \(line))")
  }
}
