import Testing

@testable import AuthConfiguration

@Suite struct `ASCII` {
  @Test func `A scope can contain visible ASCII except a quotation mark and a backslash`() {
    let expected = [0x21...0x21, 0x23...0x5B, 0x5D...0x7E].flatMap { (range: ClosedRange<UInt8>) in Array(range) }
    #expect((UInt8.min...UInt8.max).filter(\.isScopeCharacter) == expected)
  }

  @Test(arguments: [([], true), ([0], true), ([0x7F, 0x20], true), ([0x80], false), ([0x41, 0xC3, 0xA4], false)])
  func `Bytes are ASCII if none is above 127`(bytes: [UInt8], isASCII: Bool) {
    #expect(bytes.isASCII == isASCII)
  }
}
