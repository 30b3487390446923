import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `The caller of an API` {
  @Test func `Two callers are equal if they have the same token, whenever it was verified`() async throws {
    let fixture = APIFixture()
    let (token, other) = (try fixture.token(), try fixture.token(["jti": "t2"]))
    let caller = try await fixture.caller(token)
    fixture.time.withLock { $0 += 1 }
    #expect(try await fixture.caller(token) == caller)
    #expect(try await fixture.caller(other) != caller)
  }

  @Test func `A claim that is null is the same as a missing one`() async throws {
    let fixture = APIFixture()
    let token = try fixture.tokenSigner.token(
      claims: fixture.claims.merging(["level": .null]) { $1 }, header: ["typ": "at+jwt"])
    let caller = try await fixture.caller(token)
    #expect(caller.claims["level"] == .null)
    #expect(try caller.claim("level", as: Int.self) == nil)
  }

  @Test(arguments: [("{client_id}@clients", true), ("{client_id}", false), ("{tenant}@clients", false)])
  func `A caller is a machine if its subject is the one that the descriptor gives its client`(
    template: String, isMachine: Bool
  ) async throws {
    let fixture = APIFixture(
      DynamicProvider.self, .api.with { $0.accessToken.clientSubject = TextTemplate(template) })
    let caller = try await fixture.caller(try fixture.token(["sub": "app@clients"]))
    #expect(caller.isMachine == isMachine)
  }

  @Test func `The claims that the descriptor names contain the caller and its client`() async throws {
    let fixture = APIFixture(
      DynamicProvider.self,
      .api.with {
        $0.accessToken.clientID = "cid"
        $0.accessToken.subject = "sub | cid"
      })
    let user = try await fixture.caller(try fixture.token(["sub": "u-1", "cid": "app-1", "client_id": "other"]))
    #expect((user.subject, user.clientID, user.isMachine) == ("u-1", "app-1", false))
    let machine = try await fixture.caller(try fixture.token(["sub": .null, "cid": "app-1", "jti": "t2"]))
    #expect((machine.subject, machine.clientID, machine.isMachine) == ("app-1", "app-1", true))
  }

  @Test(arguments: [("read", false), (nil, true)] as [(String?, Bool)])
  func `A caller is a machine if its token lacks the claims of users' tokens`(
    delegated: String?, isMachine: Bool
  ) async throws {
    let fixture = APIFixture(DynamicProvider.self, .api.with { $0.accessToken.userChecks = ["scp": "present"] })
    let caller = try await fixture.caller(try fixture.token(["scp": delegated.map(JSONValue.string) ?? .null]))
    #expect(caller.isMachine == isMachine)
  }
}
