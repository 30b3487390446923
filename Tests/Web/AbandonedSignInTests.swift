import AuthWeb
import Foundation
import HTTPTypes
import Testing

@Suite struct `Abandoned sign-ins of a web app` {
  @Test func `10,000 sign-ins of strangers that never return leave nothing behind`() async throws {
    try await WebFixture.run { fixture in
      let web = fixture.web()
      for _ in 0..<10_000 {
        let response = await web.handle(
          WebRequest(method: .get, target: "/auth/login", headers: [.accept: "text/html"]))
        #expect(response?.status == .seeOther)
      }
      #expect(await fixture.store.removeExpired(at: .distantFuture, limit: .max) == 0)
    }
  }
}
