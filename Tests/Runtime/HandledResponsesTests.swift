import Testing

@testable import AuthRuntime

@Suite struct `The memory of handled responses` {
  @Test func `A response that fails because of the configuration can be read again, and then no more`() throws {
    let responses = HandledResponses()
    let problem = StepFailure.configuration(.missingClientSecret)
    for _ in 1...2 {
      #expect(throws: problem) { try responses.take("a") { () throws(StepFailure) -> Int in throw problem } }
    }
    #expect(!responses.contains("a"))
    #expect(try responses.take("a") { () throws(StepFailure) -> Int in 1 } == 1)
    #expect(responses.contains("a"))
    #expect(throws: StepFailure.callback(.unexpected)) {
      try responses.take("a") { () throws(StepFailure) -> Int in 2 }
    }
  }

  @Test func `The oldest of more than 4096 responses is forgotten`() {
    let responses = HandledResponses()
    for number in 0...4096 { _ = responses.note("\(number)") }
    #expect(!responses.contains("0") && responses.contains("1") && responses.contains("4096"))
  }
}
