import Foundation
import HTTPTypes

@testable import AuthConfiguration
@testable import AuthRuntime
@testable import AuthWeb

extension FuzzEntry {
  /// The lines are the target, the cookies, and the origin. The rest is the form.
  static let webRequest = FuzzEntry { bytes in
    let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 3, omittingEmptySubsequences: false).map {
      Array($0)
    }
    let line = { (index: Int) in lines.indices.contains(index) ? lines[index].text : "" }
    let headers: HTTPFields = [.cookie: line(1), .origin: line(2), .accept: line(2)]
    let request = WebRequest(method: .post, target: line(0), headers: headers, form: line(3))
    try require(request.target.utf8.allSatisfy { $0 < 0x80 }, "a target isn't ASCII")
    let cookies = RequestCookies(request.headers)
    for name in cookies.names {
      try require(!name.contains(";") && !name.contains("="), "a cookie's name contains a separator")
    }
    let pending = PendingCookies(
      provider: "fuzz", rules: CookieRules(isSecure: true), sealer: Fixture.sealer,
      stored: StoredSignIns(provider: "fuzz", store: MemorySessionStore(), sealer: Fixture.sealer), sameSite: .lax)
    try require(pending.entries(of: request, at: Fixture.now).valid.isEmpty, "a forged cookie is accepted")
    let origin = try PublicOrigin("https://app.example")
    // HTTPTypes replaces control characters.
    let stated = request.headers[.origin] ?? ""
    try require(origin.isSource(of: request) != true || stated.isExactly(origin.text), "an origin is forged")
    let path = origin.path(of: line(0)) ?? line(0)
    let value = request.field("return_to") ?? path
    guard let own = OwnPath.checked(value) else { return .rejected }
    try Self.checkOwn(own)
    return .accepted
  }

  /// The browser must stay on the app's host, even if it decodes the path several times.
  private static func checkOwn(_ path: String) throws(BrokenProperty) {
    var decoded = path
    for _ in 0..<3 {
      try require(decoded.hasPrefix("/") && !decoded.hasPrefix("//"), "a path leads to another host")
      try require(!decoded.prefix { $0 != "?" && $0 != "#" }.contains("\\"), "a path contains a backslash")
      guard let next = decoded.removingPercentEncoding else { return }
      decoded = next
    }
    let url = URL(string: path, relativeTo: URL(string: "https://app.example/login"))
    try require(url?.host == "app.example", "a path leads to another host")
  }
}
