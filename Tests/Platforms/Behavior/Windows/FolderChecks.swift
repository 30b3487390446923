import Foundation
import WinSDK

@testable import AuthRuntime

extension Checks {
  func checkFolder() async {
    let windows = FakeWindows.current
    let names = { (folder: String) in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }
    await run("A file is written, read, replaced and removed") { path in
      let folder = PrivateFolder(path: path + "/new/folder")
      try folder.replace("ada", with: Data("one".utf8))
      try expect(folder.read("ada", atMost: 3), Data("one".utf8))
      try folder.replace("ada", with: Data("two".utf8))
      try expect(folder.read("ada", atMost: 10), Data("two".utf8))
      try folder.replace("ada", with: Data())
      try expect(folder.read("ada", atMost: 10), Data())
      try expect(names(folder.path), ["ada"])
      try folder.remove("ada")
      try folder.remove("ada")
      try expect(folder.read("ada", atMost: 10), nil)
      try expect(names(folder.path), [])
    }
    await run("Reading and writing continue after a partial transfer") { path in
      windows.longestTransfer = 7
      let data = Data((0..<100).map { UInt8($0) })
      try PrivateFolder(path: path).replace("ada", with: data)
      try expect(PrivateFolder(path: path).read("ada", atMost: 100), data)
      try await expect(.corrupt) { () throws(StoreFailure) in
        _ = try PrivateFolder(path: path).read("ada", atMost: 99)
      }
    }
    await run("A file that looks missing for a moment is still read") { path in
      let folder = PrivateFolder(path: path)
      try folder.replace("ada", with: Data("one".utf8))
      windows.fail("ada", with: ERROR_FILE_NOT_FOUND, calls: 1)
      try expect(folder.read("ada", atMost: 10), Data("one".utf8))
      try await expect(milliseconds: 20...20) { try expect(folder.read("ben", atMost: 10), nil) }
      let missing = PrivateFolder(path: path + "/missing")
      try await expect(milliseconds: 0...0) { try expect(missing.read("ada", atMost: 1), nil) }
    }
    await run("A link is never followed, and a folder isn't a file") { path in
      let folder = PrivateFolder(path: path)
      try Data("secret".utf8).write(to: URL(fileURLWithPath: path + "/other"))
      try FileManager.default.createSymbolicLink(atPath: path + "/ada", withDestinationPath: path + "/other")
      try await expect(.unavailable, "is a link or a folder") { () throws(StoreFailure) in
        _ = try folder.read("ada", atMost: 10)
      }
      try folder.replace("ada", with: Data("one".utf8))
      try expect(String(contentsOfFile: path + "/other", encoding: .utf8), "secret")
      try expect(folder.read("ada", atMost: 10), Data("one".utf8))
      try FileManager.default.createDirectory(atPath: path + "/ben", withIntermediateDirectories: false)
      try await expect(.unavailable, "Windows error 5") { () throws(StoreFailure) in
        _ = try folder.read("ben", atMost: 10)
      }
      try FileManager.default.createSymbolicLink(atPath: path + "/way", withDestinationPath: path + "/ben")
      for name in ["way", "ada"] {
        try await expect(.unavailable, "isn't a folder") { () throws(StoreFailure) in
          try PrivateFolder(path: path + "/" + name).check()
        }
      }
    }
    await run("Only old files of dead writers are removed") { path in
      let hours: [(String, Double)] = [("ada.7.1.new", 2), ("ada.7.2.new", 0.5), ("ben.7.1.new", 2), ("ada.old", 2)]
      for (name, age) in hours {
        try Data().write(to: URL(fileURLWithPath: path + "/" + name))
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSinceNow: -3600 * age)], ofItemAtPath: path + "/" + name)
      }
      try PrivateFolder(path: path).remove("ada")
      try expect(names(path), ["ada.7.2.new", "ada.old", "ben.7.1.new"])
    }
    await run("A full disk keeps the old file") { path in
      let folder = PrivateFolder(path: path)
      try folder.replace("ada", with: Data("one".utf8))
      windows.isDiskFull = true
      try await expect(.unavailable, "Windows error 112") { () throws(StoreFailure) in
        try folder.replace("ada", with: Data("two".utf8))
      }
      try expect(folder.read("ada", atMost: 10), Data("one".utf8))
      try expect(names(path), ["ada"])
    }
  }

  func checkReplacing() async {
    let windows = FakeWindows.current
    await run("A file that another process reads for a moment is replaced afterward") { path in
      let folder = PrivateFolder(path: path)
      try folder.replace("ada", with: Data("one".utf8))
      windows.process = 2
      let reader = try WindowsFile(path + "/ada", for: .reading)
      windows.after(300) {
        // The old file still exists.
        if (try? reader.read(atMost: 10)) == Data("one".utf8) { windows.kill(2) }
      }
      windows.process = 1
      try await expect(milliseconds: 300...300) { try folder.replace("ada", with: Data("two".utf8)) }
      try expect(folder.read("ada", atMost: 10), Data("two".utf8))
      reader.close()
    }
    await run("A file that stays open isn't replaced, and the call reports a failure within a second") { path in
      let folder = PrivateFolder(path: path)
      try folder.replace("ada", with: Data("one".utf8))
      let reader = try WindowsFile(path + "/ada", for: .reading)
      try await expect(milliseconds: 980...1000) {
        try await expect(.unavailable, "ada can't be replaced (Windows error 5)") { () throws(StoreFailure) in
          try folder.replace("ada", with: Data("two".utf8))
        }
      }
      try expect(windows.moves, 51)
      try expect(reader.read(atMost: 10), Data("one".utf8))
      reader.close()
      try expect(FileManager.default.contentsOfDirectory(atPath: path), ["ada"])
    }
    await run("If Windows supports it, a file is replaced while another process reads it") { path in
      windows.replacesOpenFiles = true
      let folder = PrivateFolder(path: path)
      try folder.replace("ada", with: Data("one".utf8))
      let reader = try WindowsFile(path + "/ada", for: .reading)
      try await expect(milliseconds: 0...0) { try folder.replace("ada", with: Data("two".utf8)) }
      try expect(reader.read(atMost: 10), Data("one".utf8))
      reader.close()
      try expect(folder.read("ada", atMost: 10), Data("two".utf8))
    }
    await run("A file that another process is writing is read afterward") { path in
      let writer = try WindowsFile(path + "/ada", for: .making)
      try writer.write(Data("one".utf8))
      windows.after(200) { writer.close() }
      try await expect(milliseconds: 200...200) {
        try expect(PrivateFolder(path: path).read("ada", atMost: 10), Data("one".utf8))
      }
    }
    await run("A file that is being deleted is written again after the deletion") { path in
      let folder = PrivateFolder(path: path)
      try folder.replace("ada", with: Data("one".utf8))
      let reader = try WindowsFile(path + "/ada", for: .reading)
      try folder.remove("ada")
      windows.after(500) { reader.close() }
      try await expect(milliseconds: 500...500) { try folder.replace("ada", with: Data("two".utf8)) }
      try expect(folder.read("ada", atMost: 10), Data("two".utf8))
    }
    await run("A file that is being deleted is missing after the deletion") { path in
      let folder = PrivateFolder(path: path)
      try folder.replace("ada", with: Data("one".utf8))
      let reader = try WindowsFile(path + "/ada", for: .reading)
      try folder.remove("ada")
      windows.after(100) { reader.close() }
      try await expect(milliseconds: 100...120) { try expect(folder.read("ada", atMost: 10), nil) }
    }
  }
}
