#if PostgreSQL
  import Foundation

  @testable import AuthPostgres
  @testable import AuthWeb

  extension FuzzEntry {
    /// The columns of a row. Each begins with its length in one byte. A length of 255 means that the value is missing.
    static let sessionRow = FuzzEntry { bytes in
      var (rest, columns): (ArraySlice<UInt8>, [Data?]) = (bytes[...], [])
      while let length = rest.popFirst(), columns.count < 32 {
        columns.append(length == 255 ? nil : Data(rest.prefix(Int(length))))
        if length != 255 { rest = rest.dropFirst(Int(length)) }
      }
      let row = PostgresRow(columns: columns)
      let record: WebSessionRecord
      do throws(PostgresFailure) { record = try WebSessionRecord(Fixture.sessionID, row) } catch { return .rejected }
      for (index, date) in [(5, record.createdAt), (8, record.absoluteExpiresAt)] {
        let microseconds = try row.integer(index) ?? 0
        // Session dates are whole seconds. A double represents them exactly for 3,000 years.
        guard microseconds % 1_000_000 == 0, microseconds.magnitude < 100_000_000_000_000_000 else { continue }
        try require(PostgresValue.date(date).encoded == columns[index], "a written date isn't read back")
      }
      try require(PostgresValue.integer(record.fence).encoded == columns[10], "a written number isn't read back")
      _ = try? SessionContents(record.contents, of: record.id, with: Fixture.sealer)
      return .accepted
    }
  }
#endif
