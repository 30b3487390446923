import AuthDescriptor
import TestSupport
import Testing

@testable import authgen

/// A console with output that a test can read, and a clock that a test controls.
private struct FakeConsole {
  let errors = Locked("")
  let time = Locked(ContinuousClock.now)

  func console(isTerminal: Bool = true, _ environment: [String: String] = [:]) -> Console {
    var console = Console(
      isTerminal: isTerminal, environment: environment, writeOutput: { _ in },
      writeErrors: { text in errors.withLock { $0 += text } })
    console.now = { time.value }
    return console
  }
}

@Suite struct `Color` {
  @Test(arguments: [
    (true, [:], true), (false, [:], false), (true, ["NO_COLOR": "1"], false), (true, ["NO_COLOR": ""], true),
    (true, ["TERM": "dumb"], false), (true, ["TERM": "xterm"], true),
  ]) func `Color is for terminals that support it`(
    _ isTerminal: Bool, _ environment: [String: String], _ expected: Bool
  ) {
    #expect(FakeConsole().console(isTerminal: isTerminal, environment).isColored == expected)
  }

  private func printed(isTerminal: Bool) -> String {
    let fake = FakeConsole()
    let reporter = Reporter(console: fake.console(isTerminal: isTerminal), text: { _ in "a: b\n" })
    let finding = Diagnostic(.language.unknownKey, "no", at: SourceLocation(file: "f", line: 1, column: 4), note: "yes")
    #expect(throws: (any Error).self) { try reporter.finish(Report([finding])) }
    return fake.errors.value
  }

  @Test func `Color doesn't change the text of the output`() {
    let plain = printed(isTerminal: false)
    #expect(plain == "f:1:4: error: no [unknown-key]\n  1 | a: b\n    |    ^\nf:1:4: note: yes\n")
    #expect(printed(isTerminal: true).replacing(/\u{1B}\[[0-9]*m/, with: "") == plain)
    #expect(printed(isTerminal: true).contains("\u{1B}[31merror:\u{1B}[0m no"))
  }
}

@Suite struct `Progress of a run` {
  private let fake = FakeConsole()

  @Test func `Progress isn't printed in the first second`() {
    var progress = Progress(total: 2, console: fake.console())
    progress.step()
    progress.finish()
    #expect(fake.errors.value == "")
  }

  @Test func `Progress is printed after a second and erased at the end`() {
    var progress = Progress(total: 2, console: fake.console())
    fake.time.withLock { $0 += .milliseconds(1001) }
    progress.step()
    progress.step()
    progress.finish()
    #expect(fake.errors.value == "\r\u{1B}[K1 of 2 descriptors\r\u{1B}[K2 of 2 descriptors\r\u{1B}[K")
  }

  @Test func `Progress is only for terminals`() {
    var progress = Progress(total: 1, console: fake.console(isTerminal: false))
    fake.time.withLock { $0 += .seconds(5) }
    progress.step()
    progress.finish()
    #expect(fake.errors.value == "")
  }
}
