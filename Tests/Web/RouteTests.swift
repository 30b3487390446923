import AuthWeb
import HTTPTypes
import Testing

@Suite struct `The routes of a web app` {
  @Test(arguments: ["/else/login", "/auth", "/auth/", "/authlogin", "/auth/login/", "//auth/login", "/auth/other", ""])
  func `A request for another path has no response`(path: String) async throws {
    try await WebFixture.run { fixture in
      #expect(await fixture.web().handle(WebRequest(method: .get, target: path))?.status == nil)
    }
  }
}
