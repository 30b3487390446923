#if PostgreSQL
  import Foundation

  /// A parameter of a statement. It is always sent separately from the statement, in PostgreSQL's binary format.
  enum PostgresValue: Sendable, Hashable {
    case bytes(Data?)
    case text(String?)
    case integer(Int64?)
    case date(Date?)

    /// The object ID of the type in every PostgreSQL database.
    var type: UInt32 {
      switch self {
      case .bytes: 17
      case .text: 25
      case .integer: 20
      case .date: 1184
      }
    }

    var encoded: Data? {
      switch self {
      case .bytes(let bytes): bytes
      case .text(let text): text.map { Data($0.utf8) }
      case .integer(let number): number.map(Self.bigEndian)
      case .date(let date): date.map { Self.bigEndian(PostgresTime.microseconds(of: $0)) }
      }
    }

    private static func bigEndian(_ number: Int64) -> Data { withUnsafeBytes(of: number.bigEndian) { Data($0) } }
  }

  /// The binary format of `timestamptz`: microseconds since the start of the year 2000.
  enum PostgresTime {
    private static let epoch: TimeInterval = 946_684_800

    static func microseconds(of date: Date) -> Int64 {
      let value = ((date.timeIntervalSince1970 - epoch) * 1_000_000).rounded()
      // The limits of the type, some 290,000 years away.
      return Int64(min(max(value, -2e17), 9e18))
    }

    static func date(_ microseconds: Int64) -> Date {
      Date(timeIntervalSince1970: Double(microseconds) / 1_000_000 + epoch)
    }
  }

  /// A row of a result.
  struct PostgresRow: Sendable, Hashable {
    let columns: [Data?]

    func bytes(_ index: Int) throws(PostgresFailure) -> Data? {
      guard columns.indices.contains(index) else { throw .unexpectedResult }
      return columns[index]
    }

    func text(_ index: Int) throws(PostgresFailure) -> String? {
      try bytes(index).map { String(decoding: $0, as: UTF8.self) }
    }

    func integer(_ index: Int) throws(PostgresFailure) -> Int64? {
      guard let bytes = try bytes(index) else { return nil }
      guard bytes.count == 8 else { throw .unexpectedResult }
      return bytes.reduce(into: Int64(0)) { $0 = $0 << 8 | Int64($1) }
    }

    func date(_ index: Int) throws(PostgresFailure) -> Date? {
      try integer(index).map(PostgresTime.date)
    }
  }

  extension Optional {
    /// The value of a column that is never null.
    func required() throws(PostgresFailure) -> Wrapped {
      guard let self else { throw .unexpectedResult }
      return self
    }
  }
#endif
