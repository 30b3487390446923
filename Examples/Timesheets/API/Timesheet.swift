import Foundation

/// Hours that a user has worked.
package struct Timesheet: Codable, Sendable, Hashable {
  package var id: Int
  /// The user that it belongs to: the `sub` of the request's token. It's never taken from a request's body.
  package var userID: String
  package var date: String
  package var project: String
  package var hours: Double
}

/// The fields of a new timesheet in a request.
package struct TimesheetEntry: Codable, Sendable, Hashable {
  package var date: String
  package var project: String
  package var hours: Double

  package init(date: String, project: String, hours: Double) {
    (self.date, self.project, self.hours) = (date, project, hours)
  }

  /// The reason why the entry is invalid, or `nil` if it's valid.
  var problem: String? {
    if date.wholeMatch(of: /\d{4}-\d{2}-\d{2}/) == nil { return "date must be written as 2026-11-21" }
    if project.isEmpty || project.utf8.count > 200 { return "project must have 1 to 200 bytes" }
    if !(hours > 0 && hours <= 24) { return "hours must be more than 0 and at most 24" }
    return nil
  }
}

/// Timesheets in memory, separate for each user.
package actor TimesheetStore {
  /// The maximum number of timesheets per user.
  package static let limit = 1000
  private var sheets: [String: [Timesheet]] = [:]
  private var count = 0

  package init() {}

  package func all(of userID: String) -> [Timesheet] {
    sheets[userID] ?? []
  }

  /// - Returns: `nil` if the user already has the maximum number of timesheets.
  package func add(_ entry: TimesheetEntry, for userID: String) -> Timesheet? {
    guard (sheets[userID]?.count ?? 0) < Self.limit else { return nil }
    count += 1
    let sheet = Timesheet(
      id: count, userID: userID, date: entry.date, project: entry.project, hours: entry.hours)
    sheets[userID, default: []].append(sheet)
    return sheet
  }
}
