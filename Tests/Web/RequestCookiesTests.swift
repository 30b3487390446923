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

  @Test func `Two cookies of one name are ambiguous, whichever comes first`() {
    let cookies = RequestCookies([.cookie: "a=1; b=2; a=3; c=4; c=4"])
    #expect(cookies.names == ["a", "b", "c"])
    #expect(cookies["a"] == nil)
    #expect(cookies["b"] == "2")
    #expect(cookies["c"] == nil)
  }

  @Test(arguments: [(32_768, true), (32_769, false)])
  func `Cookies above 32 KiB are ignored, also in several fields`(length: Int, isRead: Bool) {
    for first in ["a=1", "a=1; b=" + String(repeating: "b", count: 20_000)] {
      let rest = "c=" + String(repeating: "c", count: length - first.utf8.count - 2)
      var headers = HTTPFields()
      for value in [first, rest] { headers.append(HTTPField(name: .cookie, value: value)) }
      let cookies = RequestCookies(headers)
      #expect(cookies.names.isEmpty != isRead)
      #expect(cookies["a"] == (isRead ? "1" : nil))
    }
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
