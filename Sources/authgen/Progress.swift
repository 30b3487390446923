/// A line that shows the progress of a run that takes more than a second. It's only shown on a terminal.
struct Progress {
  private let total: Int
  private let console: Console
  private let start: ContinuousClock.Instant
  private var done = 0
  private var isShown = false

  init(total: Int, console: Console) {
    self.total = total
    self.console = console
    start = console.now()
  }

  /// Counts one more descriptor as done.
  mutating func step() {
    done += 1
    guard console.isTerminal, console.now() - start > .seconds(1) else { return }
    isShown = true
    console.writeErrors("\(Self.clear)\(done) of \(total) descriptors")
  }

  /// Erases the line.
  mutating func finish() {
    if isShown { console.writeErrors(Self.clear) }
    isShown = false
  }

  /// Moves to the first column and erases the line.
  private static let clear = "\r\u{1B}[K"
}
