import Foundation
import Testing

@testable import AuthDescriptor

@Suite struct `A civil date` {
  @Test func `A date has the same text as Foundation's formatter gives it`() {
    // Every fifth day from 1900 to 2500, at the last second of the day.
    for day in stride(from: -25_567, to: 193_575, by: 5) {
      let date = Date(timeIntervalSince1970: Double(day) * 86_400 + 86_399)
      #expect(CivilDate(date).text == String(date.formatted(.iso8601.year().month().day()).prefix(10)))
    }
  }

  @Test(arguments: [
    ("2024-02-29", 1_709_164_800.0), ("2000-02-29", 951_782_400), ("1970-01-01", 0), ("1969-12-31", -1),
    ("2100-03-01", 4_107_542_400),
  ])
  func `A leap day and the beginning of time are correct`(_ text: String, _ seconds: Double) {
    #expect(CivilDate(Date(timeIntervalSince1970: seconds)).text == text)
  }
}
