import AuthConfiguration
import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `The page of a device code` {
  @Test(arguments: [
    ("https://id.example/go", nil), ("https://id.example/go?code={user_code}", "https://id.example/go?code=WDJB"),
  ])
  func `The descriptor's page is a link with the code only if it contains the code`(
    page: String, complete: String?
  ) throws {
    var rules = ProviderConfiguration.DeviceRules()
    rules.verificationPage = TextTemplate(page)
    let response: JSONValue = ["device_code": "d", "user_code": "WDJB"]
    let code = try DeviceCode(response, by: rules, status: 200, now: Date()) { code, template throws(StepFailure) in
      try SecureURL.parse(template.text.replacing("{user_code}", with: code))
    }
    #expect(code.verificationURI.absoluteString == complete ?? page)
    #expect(code.completeVerificationURI?.absoluteString == complete)
  }

  @Test func `The server's page is used instead of the descriptor's`() throws {
    var rules = ProviderConfiguration.DeviceRules()
    rules.verificationPage = TextTemplate("https://id.example/go")
    let response: JSONValue = [
      "device_code": "d", "user_code": "WDJB", "verification_uri": "https://id.example/activate",
    ]
    let code = try DeviceCode(response, by: rules, status: 200, now: Date()) { _, template throws(StepFailure) in
      try SecureURL.parse(template.text)
    }
    #expect(code.verificationURI.absoluteString == "https://id.example/activate")
  }

  @Test(arguments: [
    ("WDJB-MJHT", true), ("\u{E4}\u{3042} 12", true), (String(repeating: "A", count: 256), true),
    (String(repeating: "A", count: 257), false), ("WDJB\u{1B}[2J", false), ("WDJB\r\nDone", false),
    ("\u{202E}TJHM", false),
  ])
  func `A code that a program can't safely print is rejected`(userCode: String, isAccepted: Bool) throws {
    let response: JSONValue = [
      "device_code": "d", "user_code": .string(userCode), "verification_uri": "https://id.example/activate",
    ]
    do throws(StepFailure) {
      let code = try DeviceCode(response, by: .init(), status: 200, now: Date()) { _, template throws(StepFailure) in
        try SecureURL.parse(template.text)
      }
      #expect(isAccepted && code.userCode == userCode)
    } catch {
      #expect(!isAccepted && error == .response(.unexpectedValue("user_code", endpoint: .deviceAuthorization)))
    }
  }
}
