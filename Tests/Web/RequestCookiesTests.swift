import HTTPTypes
import Testing

@testable import AuthWeb

@Suite struct `The cookies of a request` {
  @Test func `Spaces around names and values are removed`() {
    let cookies = RequestCookies([.cookie: "a=1;  b =\t2=3 ; c; =d"])
    #expect(cookies.names == ["a", "b", ""])
    #expect(cookies["a"] == "1")
    #expect(cookies["b"] == "2=3")
    #expect(cookies["c"] == nil)
  }

  @Test func `A cookie whose name isn't ASCII is ignored`() {
    // Hashing the name would take a second.
    let marks = String(repeating: "\u{301}\u{316}", count: 3_000)
    let cookies = RequestCookies([.cookie: "a\(marks)=1; b=2; c=3\(marks)"])
    #expect(cookies.names == ["b", "c"])
    #expect(cookies["b"] == "2")
  }

  @Test func `A target that isn't ASCII is treated as empty`() {
    let request = WebRequest(method: .get, target: "/auth\u{301}/login?return_to=/")
    #expect(request.path.isEmpty)
    #expect(request.query.isEmpty)
    #expect(WebRequest(method: .get, target: "/a?b?c").query == "b?c")
  }
}
