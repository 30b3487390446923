import Foundation
import TestSupport
import Testing

@testable import AuthConfiguration
@testable import AuthRuntime

@Suite struct `An encoded credential` {
  @Test(arguments: [
    "", #""version":0,"#, #""version":2,"#, #""version":"1","#, #""version":null,"#, #""version":true,"#,
  ])
  func `A credential of another version is corrupt`(version: String) async throws {
    let text = #"{\#(version)"access_token":"a","scopes":[]}"#
    #expect(await failure(StoreFailure.self, of: try Credential(encoded: Data(text.utf8))) == .corrupt)
  }

  @Test func `Claims without other sources are stored without their names`() throws {
    let text = #"{"version":1,"access_token":"a","scopes":[],"claims":{"sub":"ada"}}"#
    let credential = try Credential(encoded: Data(text.utf8))
    #expect(credential.claims?.subject == "ada")
    let members = try #require(JSONValue(parsing: credential.encoded())?.object)
    #expect(members.keys.sorted() == ["access_token", "claims", "scopes", "version"])
  }

  @Test func `The claims of an access token and the names of claims from other sources are stored`() throws {
    let text = #"""
      {"version":1,"access_token":"a","scopes":[],"claims":{"sub":"ada","email":"ada@id.example"},\#
      "access_token_claims":{"org":"acme"},"told_claims":["email"]}
      """#
    let credential = try Credential(encoded: Data(text.utf8))
    let read = try Credential(encoded: credential.encoded())
    #expect(read == credential)
    #expect(read.claims?.accessToken == ["org": .string("acme")])
    #expect(read.claims?.otherSourceNames == ["email"])
  }
}
