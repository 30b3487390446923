import Testing

@testable import AuthRuntime

@Suite struct `A bounded dictionary of recent keys` {
  @Test func `A new key replaces the oldest, and an existing key keeps its position`() {
    var keys = RecentKeys<String, Int>(capacity: 2)
    let first = [keys.keep(1, as: "a"), keys.keep(2, as: "b"), keys.keep(3, as: "a"), keys.keep(4, as: "c")]
    #expect(first == [true, true, false, true])
    #expect([keys["a"], keys["b"], keys["c"]] == [nil, 2, 4])
    keys.keep(5, as: "d")
    #expect([keys["b"], keys["c"], keys["d"]] == [nil, 4, 5])
  }

  @Test(arguments: [0, -1]) func `Without a capacity, nothing is kept`(capacity: Int) {
    var keys = RecentKeys<String, Int>(capacity: capacity)
    let isNew = keys.keep(1, as: "a")
    #expect(!isNew)
    #expect(keys["a"] == nil)
  }
}
