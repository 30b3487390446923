import Testing

@testable import AuthRuntime

@Suite struct `A request at the loopback receiver` {
  private enum Outcome: Equatable {
    case incomplete, complete
    case rejected(Int)
  }

  private func outcome(_ progress: LoopbackRequestReader.Progress) -> Outcome {
    switch progress {
    case .incomplete: .incomplete
    case .complete: .complete
    case .rejected(let status): .rejected(status)
    }
  }

  private func outcome(_ text: String) -> Outcome {
    var reader = LoopbackRequestReader()
    return outcome(reader.read(Array(text.utf8)))
  }

  private static let form =
    "POST /callback?x=1 HTTP/1.1\r\nHost: 127.0.0.1:80\r\nX-List: a\r\nx-list:\tb \r\nContent-Length: 7\r\n\r\nstate=1rest"

  @Test func `The request's method, target, fields, and form are parsed`() throws {
    var reader = LoopbackRequestReader()
    guard case .complete(let request) = reader.read(Array(Self.form.utf8)) else {
      Issue.record("the request isn't complete")
      return
    }
    #expect(request.method == "POST")
    #expect(request.target == "/callback?x=1")
    #expect(request.headers == ["host": "127.0.0.1:80", "x-list": "a, b", "content-length": "7"])
    #expect(request.body == "state=1")
  }

  @Test func `A request may arrive one byte at a time`() {
    var reader = LoopbackRequestReader()
    let bytes = Array(Self.form.utf8.dropLast(4))
    for byte in bytes.dropLast() { #expect(outcome(reader.read([byte])) == .incomplete) }
    #expect(outcome(reader.read([bytes[bytes.count - 1]])) == .complete)
  }

  @Test(arguments: [
    "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.0\r\nHost: a\r\n\r\n", "GET /?é HTTP/1.1\r\nHost:a\r\n\r\n",
    "GET / HTTP/1.1\r\nEmpty:\r\n\r\n", "GET / HTTP/1.1\r\nContent-Length: 0\r\n\r\n",
    // Some clients send an empty line first (RFC 9112 §2.2).
    "\r\nGET / HTTP/1.1\r\n\r\n",
  ])
  func `A valid request is complete`(text: String) {
    #expect(outcome(text) == .complete)
  }

  @Test(arguments: [
    // The start of a TLS connection.
    ("\u{16}\u{3}\u{1}", 400), ("\r\n\r\nGET / HTTP/1.1\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\n" + String(repeating: "a:\r\n", count: 200) + "\r\n", 431), (" GET / HTTP/1.1\r\n\r\n", 400),
    ("GET /\r\n\r\n", 400), ("GET  / HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/1.1 \r\n\r\n", 400),
    ("GET  HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/1.1\r\r\nHost: a\r\n\r\n", 400),
    ("G(T / HTTP/1.1\r\n\r\n", 400), ("GET /\u{1} HTTP/1.1\r\n\r\n", 400), ("GET /\u{7F} HTTP/1.1\r\n\r\n", 400),
    ("GET / HTTP/2.0\r\n\r\n", 505), ("GET / http/1.1\r\n\r\n", 505),
    ("GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400), ("GET / HTTP/1.1\r\n: a\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a\u{0}\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: a\u{7F}\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a\rb\r\n\r\n", 400),
    ("GET / HTTP/1.1\nHost: a\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: a\r\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400), ("POST / HTTP/1.1\r\nContent-Length: +1\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nContent-Length: 1 \r\ncontent-length: 2\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nContent-Length:\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nContent-Length: 131073\r\n\r\n", 413),
    ("POST / HTTP/1.1\r\nContent-Length: 99999999999999999999999\r\n\r\n", 413),
    ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 411),
    ("POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\na", 411),
  ])
  func `An invalid request is rejected with the right status`(text: String, status: Int) {
    #expect(outcome(text) == .rejected(status), "\(text.debugDescription)")
  }

  @Test(arguments: [("GET / HTTP/1.1\r\n\r\n", Outcome.complete), ("\r\nGET / HTTP/1.1\r\n\r\n", .rejected(400))])
  private func `One empty line may arrive before the request`(rest: String, expected: Outcome) {
    var reader = LoopbackRequestReader()
    #expect(outcome(reader.read(Array("\r\n".utf8))) == .incomplete)
    #expect(outcome(reader.read(Array(rest.utf8))) == expected)
  }

  @Test func `A request head that is too long is rejected, even if it never ends`() {
    let long = String(repeating: "a", count: LoopbackRequestReader.maximumHeadLength)
    #expect(outcome("GET /?\(long) HTTP/1.1\r\n\r\n") == .rejected(431))
    #expect(outcome("GET /?\(long)") == .rejected(431))
    #expect(outcome("GET /?\(long.dropLast(100)) HTTP/1.1\r\n\r\n") == .complete)
  }

  @Test func `The body ends after Content-Length bytes`() {
    let longest = LoopbackRequestReader.maximumBodyLength
    let head = "POST / HTTP/1.1\r\nContent-Length: \(longest)\r\n\r\n"
    #expect(outcome(head + String(repeating: "a", count: longest)) == .complete)
    #expect(outcome(head + String(repeating: "a", count: longest - 1)) == .incomplete)
  }
}
