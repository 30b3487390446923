/// A line that tells how far a run is: on a terminal only, and only of a run that takes more than a second.
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

  /// One more is done.
  mutating func step() {
    done += 1
    guard console.isTerminal, console.now() - start > .seconds(1) else { return }
    isShown = true
    console.writeErrors("\(Self.clear)\(done) of \(total) descriptors")
  }

  /// Takes the line away.
  mutating func finish() {
    if isShown { console.writeErrors(Self.clear) }
    isShown = false
  }

  /// To the first column, and everything behind it erased.
  private static let clear = "\r\u{1B}[K"
}
