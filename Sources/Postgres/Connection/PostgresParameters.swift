#if PostgreSQL
  import CLibPQ
  import Foundation

  /// The parameters of one statement in the form that libpq expects.
  struct PostgresParameters {
    private let types: [Oid]
    private let bytes: [UInt8]
    /// The place of each value in ``bytes``, or `nil` for a null.
    private let places: [Range<Int>?]

    init(_ values: [PostgresValue]) {
      var (bytes, places) = ([UInt8](), [Range<Int>?]())
      for value in values {
        guard let encoded = value.encoded else {
          places.append(nil)
          continue
        }
        places.append(bytes.count..<bytes.count + encoded.count)
        bytes += encoded
      }
      // An empty value needs a pointer too, because a null pointer is a null.
      bytes.append(0)
      (types, self.bytes, self.places) = (values.map(\.type), bytes, places)
    }

    func prepare(_ handle: OpaquePointer, _ statement: PostgresStatement) -> Int32 {
      PQsendPrepare(handle, statement.name, statement.text, Int32(types.count), types)
    }

    func send(_ handle: OpaquePointer, _ text: String) -> Int32 {
      withPointers { count, values, lengths, formats in
        PQsendQueryParams(handle, text, count, types, values, lengths, formats, 1)
      }
    }

    func sendPrepared(_ handle: OpaquePointer, _ name: String) -> Int32 {
      withPointers { count, values, lengths, formats in
        PQsendQueryPrepared(handle, name, count, values, lengths, formats, 1)
      }
    }

    private func withPointers(_ body: (Int32, [UnsafePointer<CChar>?], [Int32], [Int32]) -> Int32) -> Int32 {
      bytes.withUnsafeBytes { buffer in
        let start = buffer.bindMemory(to: CChar.self).baseAddress
        let values = places.map { place in place.flatMap { place in start.map { $0 + place.lowerBound } } }
        // Every value has the binary format.
        return body(
          Int32(places.count), values, places.map { Int32($0?.count ?? 0) }, places.map { _ in 1 })
      }
    }
  }
#endif
