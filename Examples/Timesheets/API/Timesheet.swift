import Foundation

/// Hours that somebody has worked.
package struct Timesheet: Codable, Sendable, Hashable {
  package var id: Int
  /// Whose it is: the `sub` of the token that brought it. Never taken from a request's body.
  package var userID: String
  package var date: String
  package var project: String
  package var hours: Double
}

/// What a request says about a new timesheet.
package struct TimesheetEntry: Codable, Sendable, Hashable {
  package var date: String
  package var project: String
  package var hours: Double

  package init(date: String, project: String, hours: Double) {
    (self.date, self.project, self.hours) = (date, project, hours)
  }

  /// Why it cannot be taken; `nil` if it can.
  var problem: String? {
    if date.wholeMatch(of: /\d{4}-\d{2}-\d{2}/) == nil { return "date must be written as 2026-11-21" }
    if project.isEmpty || project.utf8.count > 200 { return "project must have 1 to 200 bytes" }
    if !(hours > 0 && hours <= 24) { return "hours must be more than 0 and at most 24" }
    return nil
  }
}

/// Timesheets in memory, each user's for itself.
package actor TimesheetStore {
  /// The most that one user may keep.
  package static let limit = 1000
  private var sheets: [String: [Timesheet]] = [:]
  private var count = 0

  package init() {}

  package func all(of userID: String) -> [Timesheet] {
    sheets[userID] ?? []
  }

  /// - Returns: `nil` when the user has too many already.
  package func add(_ entry: TimesheetEntry, for userID: String) -> Timesheet? {
    guard (sheets[userID]?.count ?? 0) < Self.limit else { return nil }
    count += 1
    let sheet = Timesheet(
      id: count, userID: userID, date: entry.date, project: entry.project, hours: entry.hours)
    sheets[userID, default: []].append(sheet)
    return sheet
  }
}
