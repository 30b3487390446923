#if PostgreSQL && SQLite
  import Foundation
  import Testing

  @testable import AuthPostgres

  @Suite struct `Waiting for PostgreSQL` {
    @Test func `Without a socket, waiting fails because the connection was lost`() {
      let failure = #expect(throws: PostgresFailure.self) {
        try PostgresWait.wait(-1, writing: true, until: .now) { .timedOut }
      }
      #expect(failure == .unavailable("the connection was lost"))
    }

    @Test func `A socket is readable if it has input or the other side closed it`() {
      var ends: [Int32] = [-1, -1]
      #expect(pipe(&ends) == 0)
      #expect(!PostgresWait.isReadable(ends[0]))
      var byte: UInt8 = 1
      #expect(write(ends[1], &byte, 1) == 1)
      #expect(PostgresWait.isReadable(ends[0]))
      #expect(read(ends[0], &byte, 1) == 1)
      #expect(!PostgresWait.isReadable(ends[0]))
      close(ends[1])
      #expect(PostgresWait.isReadable(ends[0]))
      close(ends[0])
    }
  }

  @Suite struct `A row of a PostgreSQL result` {
    @Test func `A missing column is reported`() {
      #expect(throws: PostgresFailure.unexpectedResult) { try PostgresRow(columns: [nil]).bytes(1) }
    }

    @Test(arguments: [0, 4, 7, 9])
    func `A number that doesn't have eight bytes is rejected`(count: Int) {
      let row = PostgresRow(columns: [Data(repeating: 1, count: count)])
      #expect(throws: PostgresFailure.unexpectedResult) { try row.integer(0) }
    }
  }
#endif
