#if PostgreSQL && SQLite
  import AuthRuntime
  import AuthWeb
  import Foundation
  import GRDB
  import Testing

  @testable import AuthSQLite

  @Suite struct `A database in SQLite` {
    @Test func `Only this user can read its files`() async throws {
      try await TemporaryDatabase.run { database, file in
        try await SQLiteSessionStore(database).insert(.sample(1))
        for suffix in ["", "-wal", "-shm"] {
          let attributes = try FileManager.default.attributesOfItem(atPath: file.path + suffix)
          #expect(attributes[.posixPermissions] as? Int == 0o600, "\(suffix)")
        }
      }
    }

    @Test func `Sessions survive a restart`() async throws {
      try await TemporaryDatabase.run { database, file in
        let record = try WebSessionRecord.sample(1)
        try await SQLiteSessionStore(database).insert(record)
        let again = SQLiteSessionStore(try await SQLiteDatabase.open(file))
        #expect(try await again.find(record.id) == record)
      }
    }

    @Test func `Opening waits for another process that writes to a new database`() async throws {
      try await TemporaryDatabase.run { _, file in
        let path = file.deletingLastPathComponent().appendingPathComponent("other.sqlite").path
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: path, configuration: configuration)
        try await other.writeWithoutTransaction { try $0.beginTransaction(.immediate) }
        var pauses = 0
        let pool = try SQLiteDatabase.openPool(path, Configuration()) {
          pauses += 1
          try? other.writeWithoutTransaction { try $0.commit() }
        }
        #expect(pauses == 1)
        try pool.close()
      }
    }

    @Test func `A connection waits at most ten seconds for the lock of another one`() async throws {
      try await TemporaryDatabase.run { database, _ in
        let milliseconds = try await database.write { database, _ in
          try Int.fetchOne(database, sql: "PRAGMA busy_timeout")
        }
        #expect(milliseconds == 10_000)
      }
    }

    @Test func `Several connections open a new database at the same time`() async throws {
      try await TemporaryDatabase.run { _, file in
        // A connection may check another connection's journal just as SQLite removes it.
        for index in 0..<10 {
          let other = file.deletingLastPathComponent().appendingPathComponent("other-\(index).sqlite")
          try await withThrowingTaskGroup(of: Void.self) { group in
            for number in UInt8(1)...8 {
              group.addTask { try await SQLiteSessionStore(SQLiteDatabase.open(other)).insert(.sample(number)) }
            }
            try await group.waitForAll()
          }
        }
      }
    }

    @Test func `Opening a file again keeps the locks that this process has on it`() async throws {
      try await TemporaryDatabase.run { database, file in
        let locks = try locks(on: file)
        #expect(!locks.isEmpty)
        try PrivateFile.create(file.path)
        #expect(try self.locks(on: file) == locks)
        withExtendedLifetime(database) {}
      }
    }

    /// The ranges that this process has locked, as the kernel lists them.
    private func locks(on file: URL) throws -> [Substring] {
      let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
      let node = ":\(try #require(attributes[.systemFileNumber] as? UInt64)) "
      let locks = try String(contentsOf: URL(filePath: "/proc/locks"), encoding: .utf8).split(separator: "\n")
      return locks.filter { $0.contains(node) }.map { $0.drop { $0 != " " } }.sorted()
    }

    @Test(arguments: [0o666, 0o660])
    func `A file that others can change is rejected`(mode: Int) async throws {
      try await TemporaryDatabase.run { _, file in
        let other = file.deletingLastPathComponent().appendingPathComponent("other.sqlite")
        try Data().write(to: other)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: other.path)
        await #expect(throws: StoreFailure.self) { try await SQLiteDatabase.open(other) }
      }
    }

    @Test(arguments: ["-wal", "-shm", "-journal"])
    func `A log that others can change is rejected`(suffix: String) async throws {
      try await TemporaryDatabase.run { _, file in
        let other = file.deletingLastPathComponent().appendingPathComponent("other.sqlite")
        try Data().write(to: URL(filePath: other.path + suffix))
        try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: other.path + suffix)
        await #expect(throws: StoreFailure.self) { try await SQLiteDatabase.open(other) }
      }
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a file to another user"), arguments: ["", "-wal"])
    func `A file of another user is rejected, even if only that user can change it`(suffix: String) async throws {
      try await TemporaryDatabase.run { _, file in
        let other = file.deletingLastPathComponent().appendingPathComponent("other.sqlite")
        try Data().write(to: URL(filePath: other.path + suffix))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: other.path + suffix)
        chown(other.path + suffix, 12_345, gid_t.max)
        await #expect(throws: StoreFailure.self) { try await SQLiteDatabase.open(other) }
      }
    }

    /// SQLite can't open a folder either, so the test calls the check directly.
    @Test(arguments: ["", "-wal"])
    func `A folder instead of the database or its log is rejected`(suffix: String) async throws {
      try await TemporaryDatabase.run { _, file in
        let other = file.deletingLastPathComponent().appendingPathComponent("other.sqlite")
        let folder = URL(filePath: other.path + suffix)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
        #expect(throws: StoreFailure.self) { try PrivateFile.create(other.path) }
      }
    }

    @Test func `If a log can't be checked, no database is created`() async throws {
      try await TemporaryDatabase.run { _, file in
        // With the suffix `-journal`, the name is too long for the file system.
        let other = file.deletingLastPathComponent().appendingPathComponent(String(repeating: "a", count: 250))
        #expect(throws: StoreFailure.self) { try PrivateFile.create(other.path) }
        #expect(!FileManager.default.fileExists(atPath: other.path))
      }
    }

    @Test(arguments: [(0o777, false), (0o1777, false), (0o770, true), (0o755, true)])
    func `A folder to which everyone can write is rejected`(mode: Int, isAccepted: Bool) async throws {
      try await TemporaryDatabase.run { _, file in
        let folder = file.deletingLastPathComponent().appendingPathComponent("folder")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.path)
        let opened = try? await SQLiteDatabase.open(folder.appendingPathComponent("new.sqlite"))
        #expect((opened != nil) == isAccepted)
      }
    }

    @Test func `A link isn't followed`() async throws {
      try await TemporaryDatabase.run { _, file in
        let link = file.deletingLastPathComponent().appendingPathComponent("link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
        await #expect(throws: StoreFailure.self) { try await SQLiteDatabase.open(link) }
      }
    }

    @Test func `Tables of a newer version are reported`() async throws {
      try await TemporaryDatabase.run { database, file in
        try await database.write { database, _ in try database.execute(sql: "PRAGMA user_version = 99") }
        await #expect(throws: StoreFailure.self) { try await SQLiteDatabase.open(file) }
      }
    }

    @Test func `A file that isn't a database is reported`() async throws {
      try await TemporaryDatabase.run { _, file in
        let other = file.deletingLastPathComponent().appendingPathComponent("text")
        try Data(repeating: 65, count: 4096).write(to: other)
        await #expect(throws: StoreFailure.self) { try await SQLiteDatabase.open(other) }
      }
    }

    @Test(arguments: [
      SQLiteSessionStatements.find, SQLiteSessionStatements.touch, SQLiteSessionStatements.remove,
      SQLiteSessionStatements.removeIssuerSession, SQLiteSessionStatements.removeSubject,
      SQLiteSessionStatements.removeExpired, SQLiteSessionStatements.forgetExpired, SQLiteSessionStatements.take,
      SQLiteSessionStatements.shorten, SQLiteSessionStatements.exists, SQLiteSessionStatements.extend,
      SQLiteSessionStatements.release,
      SQLiteSessionStatements.replaceContents, SQLiteSessionStatements.removeHolding,
      SQLiteSessionStatements.isRemembered,
    ])
    func `No statement reads a whole table`(statement: String) async throws {
      try await TemporaryDatabase.run { database, _ in
        let plan = try await database.write { database, _ in
          // Missing arguments are null in a plan.
          let plan = try database.makeStatement(sql: "EXPLAIN QUERY PLAN " + statement)
          plan.setUncheckedArguments([])
          return try Row.fetchAll(plan).map { $0["detail"] as String }
        }
        #expect(plan.allSatisfy { !$0.contains("SCAN") }, "\(plan)")
        #expect(plan.contains { $0.contains("USING") }, "\(plan)")
      }
    }
  }
#endif
