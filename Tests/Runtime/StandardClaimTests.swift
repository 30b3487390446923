import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `Claims about verified addresses` {
  private struct Person: EmailClaims, PhoneClaims {
    let claims: Claims
  }

  @Test(
    arguments: [
      (true, true), ("true", true), (false, false), ("false", false), ("yes", false), (1, false), (.null, false),
      (nil, false),
    ] as [(JSONValue?, Bool)])
  func `An email address or a telephone number is verified only if the claim is true`(
    value: JSONValue?, isVerified: Bool
  ) throws {
    var all: [String: JSONValue] = ["sub": "user-1", "email": "ada@example.test", "phone_number": "+4930123456"]
    (all["email_verified"], all["phone_number_verified"]) = (value, value)
    let person = Person(claims: try Claims(known: all, identity: nil, accessToken: [:]))
    #expect((person.email, person.phoneNumber) == ("ada@example.test", "+4930123456"))
    #expect((person.isEmailVerified, person.isPhoneNumberVerified) == (isVerified, isVerified))
  }
}
