import AuthConfiguration
import Testing

@Suite struct `Strings with their lengths` {
  @Test func `Each string follows its length in bytes`() {
    #expect(["a", "", "\u{E9}", "b:c"].lengthPrefixed == "1:a0:2:\u{E9}3:b:c")
    #expect([String]().lengthPrefixed == "")
  }

  @Test func `Different arrays of strings become different strings`() {
    let arrays: [[String]] = [[], [""], ["", ""], ["ab"], ["a", "b"], ["1:a"], ["a1:b"], ["", "ab"]]
    #expect(Set(arrays.map(\.lengthPrefixed)).count == arrays.count)
  }
}
