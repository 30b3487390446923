#if PostgreSQL
  import Foundation

  @testable import AuthPostgres
  @testable import AuthWeb

  extension FuzzEntry {
    /// The columns of a row. Each begins with its length in two bytes. The highest length means that the value is missing. The first byte
    /// of the input selects whether the entry seals the contents of the session.
    static let sessionRow = FuzzEntry(longest: 9000) { bytes in
      let (variant, input) = bytes.variant
      var (rest, columns): (ArraySlice<UInt8>, [Data?]) = (input[...], [])
      while let high = rest.popFirst(), let low = rest.popFirst(), columns.count < 32 {
        let length = Int(high) << 8 | Int(low)
        columns.append(length == 0xFFFF ? nil : Data(rest.prefix(length)))
        if length != 0xFFFF { rest = rest.dropFirst(length) }
      }
      if variant & 1 == 1, columns.count > 9, let contents = columns[9] {
        columns[9] = try Fixture.sealer.seal(contents, for: .session, at: Fixture.sessionID.bytes)
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
