import Crypto
import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `The page at the callback URL` {
  private static let all: [CallbackPage] = [.signedIn, .signedOut, .failed, .rejected, .stopped, .relay]

  private func policy(_ page: CallbackPage, _ pages: CallbackPages) throws -> String {
    let headers = Dictionary(uniqueKeysWithValues: page.headers(pages))
    return try #require(headers["Content-Security-Policy"])
  }

  private func between(_ start: String, _ end: String, in text: String) throws -> String {
    let from = try #require(text.range(of: start))
    let to = try #require(text.range(of: end, range: from.upperBound..<text.endIndex))
    return String(text[from.upperBound..<to.lowerBound])
  }

  @Test func `The page shows the app's text in the app's language`() {
    var pages = CallbackPages()
    pages.language = "ar"
    pages.signedIn = .init(title: "تم تسجيل الدخول", text: "يمكنك إغلاق هذه النافذة.")
    let page = CallbackPage.signedIn.html(pages)
    #expect(page.contains(#"<html lang="ar" dir="auto">"#))
    #expect(page.contains(#"<h1 dir="auto">تم تسجيل الدخول</h1><p dir="auto">يمكنك إغلاق هذه النافذة.</p>"#))
    #expect(page.contains(#"<body class="signed-in">"#))
    #expect(CallbackPage.failed.html(pages).contains("The sign-in failed"))
  }

  @Test func `The page escapes the app's text, and a style can't add other elements`() throws {
    var pages = CallbackPages()
    pages.language = #"en" onload="x"#
    pages.rejected = .init(title: "<b>'1' & \"2\"</b>", text: "</p><script>alert(1)</script>")
    pages.style = "body { color: red } </style><script>alert(2)</script>"
    let page = CallbackPage.rejected.html(pages)
    #expect(page.contains(#"<html lang="en&quot; onload=&quot;x" dir="auto">"#))
    #expect(page.contains("&lt;b&gt;&#39;1&#39; &amp; &quot;2&quot;&lt;/b&gt;"))
    #expect(page.components(separatedBy: "<script>").count == 2)
    #expect(page.components(separatedBy: "</style>").count == 2)
  }

  @Test(arguments: all)
  func `The page's policy allows its own style and script only`(_ page: CallbackPage) throws {
    var pages = CallbackPages()
    pages.style += "h1 { content: '<' }"
    let (html, policy) = (page.html(pages), try policy(page, pages))
    for (kind, element) in [("style-src", "style"), ("script-src", "script")] {
      let text = try between("<\(element)>", "</\(element)>", in: html)
      let hash = Data(SHA256.hash(data: Data(text.utf8))).base64EncodedString()
      #expect(policy.contains("\(kind) 'sha256-\(hash)'"))
    }
    #expect(policy.hasPrefix("default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action "))
  }
}
