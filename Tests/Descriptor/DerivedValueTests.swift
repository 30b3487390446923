import AuthConfiguration
import Testing

@Suite struct `Derived values` {
  private static func nested(_ depth: Int) -> String {
    String(repeating: "base64(", count: depth) + "a" + String(repeating: ")", count: depth)
  }

  private static func query(_ count: Int) -> String {
    "sorted_query(\(Array(repeating: "a", count: count).joined(separator: ",")))"
  }

  @Test(
    arguments: [
      ("uuid()", .uuid, []), ("unix_ms( )", .unixMilliseconds, []), (" base64({a}) ", .base64, ["a"]),
      ("base64(a b)", .base64, []), ("sha256hex({a}:{b})", .sha256Hex, ["a", "b"]),
      ("hmac_sha256_hex(base64({a}), {b})", .hmacSHA256Hex, ["a", "b"]),
      ("hmac_sha256_hex(sorted_query(a, b), {c})", .hmacSHA256Hex, ["a", "b", "c"]),
      ("sorted_query(a, client_id)", .sortedQuery, ["a", "client_id"]),
      (query(32), .sortedQuery, Array(repeating: "a", count: 32)), (nested(7), .base64, []),
    ] as [(String, DerivedValue.Function, [String])])
  func `A derived value is a call of a known function`(text: String, function: DerivedValue.Function, names: [String]) {
    let value = DerivedValue(text)
    #expect(value.problem == nil)
    #expect(value.expression?.names == names)
    if case .call(let called, _) = value.expression { #expect(called == function) }
  }

  @Test(arguments: [
    "", "a", "{a}", "md5(a)", "Base64(a)", "(a)", "base64", "base64(ab", "base64(a)b", "uuid(a", "base64()",
    "base64(a, b)",
    "uuid(a)", "unix_ms(a)", "hmac_sha256_hex(a)", "hmac_sha256_hex(a, )", "hmac_sha256_hex(, a)",
    "hmac_sha256_hex(a, b, c)", "sorted_query()", query(33), "base64({a)", "base64({})", "base64(md5(a))",
    "hmac_sha256_hex(uuid(){a}, {b})",
    "sorted_query(a, md5(b))", "hmac_sha256_hex(a, b, md5(c))", "base64(base64(ab)", "base64(ab))", nested(8),
  ])
  func `A malformed call, an unknown function, or a wrong number of arguments is rejected`(text: String) {
    let value = DerivedValue(text)
    #expect(
      value.problem == """
        expected one of sha256hex(…), hmac_sha256_hex(…), base64(…), uuid(…), unix_ms(…), sorted_query(…) with the right \
        number of arguments
        """)
    #expect(value.expression == nil)
  }
}
