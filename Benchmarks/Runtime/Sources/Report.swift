import Foundation

/// The results in the format that `Benchmarks/bench.py` reads: a name, a value, and the reference value of the same
/// run.
struct Report: Encodable {
  struct Line: Encodable {
    var value: Double
    var reference: String
    var referenceValue: Double
  }

  private(set) var lines: [String: Line] = [:]

  mutating func add(_ name: String, _ value: Double, against reference: String, _ referenceValue: Double) {
    lines[name] = Line(value: value, reference: reference, referenceValue: referenceValue)
  }

  func json() throws -> String {
    String(decoding: try JSONEncoder().encode(lines), as: UTF8.self)
  }
}
