import Testing

@testable import AuthGenerator

@Suite struct `A unified difference` {
  private func diff(_ old: String, _ new: String, limit: Int = 200) -> [String] {
    UnifiedDiff(from: old, to: new, oldName: "a", newName: "b", limit: limit).lines
  }

  private func numbers(_ range: ClosedRange<Int>) -> String { range.map { "\($0)\n" }.joined() }

  @Test func `A unified diff is empty for equal strings`() {
    #expect(diff("a\n", "a\n") == [])
  }

  @Test func `A unified diff has three lines of context around a change`() {
    #expect(
      diff(numbers(1...9), numbers(1...9).replacing("5\n", with: "five\n"))
        == ["--- a", "+++ b", "@@ -2,7 +2,7 @@", " 2", " 3", " 4", "-5", "+five", " 6", " 7", " 8"])
  }

  @Test func `A unified diff joins only changes that are close to each other`() {
    let old = "abcdefghijklmnopqrstuvwxyz".map { "\($0)\n" }.joined()
    let new = old.replacing("e\n", with: "").replacing("k\n", with: "k\n1\n").replacing("z\n", with: "")
    #expect(diff(old, new).filter { $0.hasPrefix("@@") } == ["@@ -2,13 +2,13 @@", "@@ -23,4 +23,3 @@"])
  }

  @Test func `A unified diff counts from the preceding line if one side is empty`() {
    #expect(diff("", "a\n") == ["--- a", "+++ b", "@@ -0,0 +1 @@", "+a"])
    #expect(diff("a\n", "") == ["--- a", "+++ b", "@@ -1 +0,0 @@", "-a"])
  }

  @Test func `A unified diff reports a missing line break at the end`() {
    #expect(
      diff("a", "a\n") == ["--- a", "+++ b", "@@ -1 +1 @@", "-a", "\\ No newline at end of file", "+a"])
  }

  @Test func `A unified diff compares bytes instead of characters`() {
    #expect(diff("é\n", "e\u{301}\n").count == 5)
    #expect(diff("a\r\nb\r\n", "a\nb\n").count == 7)
  }

  @Test func `A unified diff reports how many lines it doesn't show`() {
    #expect(
      diff("", numbers(1...50), limit: 3) == [
        "--- a", "+++ b", "@@ -0,0 +1,2 @@", "+1", "+2", "… and 48 more lines of difference",
      ])
  }

  @Test func `A unified diff is fast for long strings without a common line`() {
    let old = (1...9000).map { "a\($0)\n" }.joined()
    let new = (1...9000).map { "b\($0)\n" }.joined()
    #expect(diff("same\n" + old, "same\n" + new, limit: 2).last == "… and 18000 more lines of difference")
  }
}
