#if !os(Windows)
  import Foundation
  import TestSupport
  import Testing

  @testable import AuthRuntime

  @Suite struct `A folder of one user` {
    private let data = Data("a".utf8)

    @Test func `A missing folder is created for a new file, and one that others can change is rejected`() async throws {
      try await withFolder { place in
        let folder = PrivateFolder(path: place.appendingPathComponent("deep/er").path)
        #expect(try folder.create("file", with: data))
        #expect(try folder.read("file", atMost: 1) == data)
        chmod(folder.path, 0o777)
        let rejection = await failure(StoreFailure.self, of: try folder.create("other", with: data))
        #expect(
          rejection
            == .unavailable("\(folder.path) must belong to this user, and only this user may write to it: chmod 700"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["file"])
      }
    }

    @Test func `The failure of a folder that another user owns names the owner`() async throws {
      try await withFolder { place in
        // Other users can't give a folder away, but they find folders that belong to root.
        let isRoot = geteuid() == 0
        let path = isRoot ? place.path : "/usr"
        if isRoot {
          try PrivateFolder(path: path).check()
          chown(path, 12_345, gid_t.max)
        }
        let owner = isRoot ? "user 12345" : "root (user 0)"
        #expect(
          await failure(StoreFailure.self, of: try PrivateFolder(path: path).check())
            == .unavailable("\(path) belongs to \(owner), but must belong to this user"))
      }
    }

    @Test func `A folder in the place of a file is rejected`() async throws {
      try await withFolder { place in
        let folder = PrivateFolder(path: place.path)
        let inner = place.appendingPathComponent("file")
        try FileManager.default.createDirectory(
          at: inner, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        #expect(
          await failure(StoreFailure.self, of: try folder.read("file", atMost: 1 << 20))
            == .unavailable("\(inner.path) must belong to this user, and only this user may read it: chmod 600"))
      }
    }

    @Test func `The failure of a file that can't be created states the system's reason`() async throws {
      try await withFolder { place in
        let folder = PrivateFolder(path: place.path)
        let name = String(repeating: "a", count: 300)
        let rejection = await failure(StoreFailure.self, of: try folder.replace(name, with: data))
        guard case .unavailable(let reason)? = rejection else {
          Issue.record("\(String(describing: rejection))")
          return
        }
        #expect(reason.contains("can't be created (File"), "\(reason)")
      }
    }

    #if os(Linux)
      @Test func `A file that can't be read is unavailable, and isn't treated as missing or empty`() async throws {
        // The first page of a process's memory can't be read.
        let rejection = await failure(
          StoreFailure.self, of: try PrivateFolder(path: "/proc/self").read("mem", atMost: 16))
        #expect(rejection == .unavailable("/proc/self/mem can't be read (Input/output error)"))
      }
    #endif
  }
#endif
