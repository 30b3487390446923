import Foundation
import TestSupport
import Testing

/// The code at the end of the tutorials is compiled and run in these folders. `scripts/check-guides` runs their
/// commands.
@Suite struct `The tutorials' last steps` {
  private static let shown = "Documentation.docc/Tutorials/Guides"

  @Test(arguments: [
    ("ProtectAnAPI/ProtectAnAPI-03-Server.swift", "Tests/Guides/TimesheetsService/Server.swift"),
    ("ProtectAnAPI/ProtectAnAPI-08-Timesheets.swift", "Tests/Guides/TimesheetsService/Timesheets.swift"),
    ("ProtectAnAPI/ProtectAnAPI-10-TimesheetsTests.swift", "Tests/Guides/Tests/TimesheetsTests.swift"),
    ("ProtectAnAPI/ProtectAnAPI-11-BearerMiddleware.swift", "Examples/Timesheets/API/BearerMiddleware.swift"),
    ("TestYourApp/TestYourApp-07-Greeter.swift", "Tests/Guides/Greetings/Greeter.swift"),
    ("TestYourApp/TestYourApp-08-GreeterTests.swift", "Tests/Guides/Tests/GreeterTests.swift"),
    ("TestYourApp/TestYourApp-10-SessionTests.swift", "Tests/Guides/Tests/SessionTests.swift"),
  ])
  func `The tutorials' last steps equal the compiled files`(step: String, file: String) throws {
    let step = try String(contentsOf: Repository.file("\(Self.shown)/\(step)"), encoding: .utf8)
    let compiled = try String(contentsOf: Repository.file(file), encoding: .utf8)
    #expect(step == compiled)
  }
}
