import AuthDescriptor
import Testing

@testable import AuthGenerator

@Suite struct `Names in generated clients` {
  @Test(arguments: ["default", "public", "in", "class", "await", "private"])
  func `Generated clients can have a keyword as a scope, a value, and an error`(_ word: String) throws {
    let generated = try generate(
      acme + """
        scopes: { default: ["\(word)"], values: { "\(word)": {} } }
        authorize: { parameters: { kind: { type: enum, values: ["\(word)"] } } }
        errors: { "\(word)": { recovery: retry } }

        """)
    #expect(generated.contains("  public static var `\(word)`: Self { \"\(word)\" }"))
    #expect(generated.ranges(of: "    case `\(word)`\n").count == 2)
    #expect(generated.contains("scopes: [Acme.Scope] = [.\(word)]"))
  }

  @Test(arguments: ["self", "init"]) func `Generated clients can't have a scope that Swift reads otherwise`(
    _ word: String
  ) {
    let found = findings(acme + "scopes: { values: { \(word): {} } }\n")
    #expect(found.contains { $0.contains("'\(word)' would become '\(word)', which is already a name in Scope") })
  }

  @Test func `A scope that ends with .default has a name in Swift`() throws {
    let generated = try generate(
      acme + "scopes: { values: { .default: {}, \"https://graph.example.com/.default\": {} } }\n")
    #expect(generated.contains("  public static var `default`: Self { \".default\" }"))
    #expect(generated.contains("static var httpsGraphExampleComDefault: Self"))
  }

  @Test func `A parameter named duration has an enumeration, and a case also names the type`() throws {
    let values = "type: enum, values: [permanent, temporary]"
    let plain = try generate(acme + "authorize: { parameters: { duration: { \(values) } } }\n")
    #expect(plain.contains("  public enum Duration: String, Sendable, CaseIterable {"))
    #expect(plain.contains("    duration: Acme.Duration? = nil,"))
    let renamed = try generate(acme + "authorize: { parameters: { user: { case: account, \(values) } } }\n")
    #expect(renamed.contains("  public enum Account: String, Sendable, CaseIterable {"))
    #expect(renamed.contains("    account: Acme.Account? = nil,"))
  }

  @Test func `A listed region is an enumeration without an environment`() throws {
    let generated = try generate(
      """
      schema: 1
      id: acme
      name: Acme
      variables: { region: { values: { com: United States., in: India., com.au: Australia. }, default: com } }
      server: { issuer: "https://accounts.acme.{region}" }

      """)
    #expect(generated.contains("    case `in`\n"))
    #expect(generated.contains("    case comAu = \"com.au\"\n"))
    #expect(generated.contains("    region: Acme.Region = .com,"))
    #expect(
      generated.contains(".init(\"region\", .pathSegment, defaultValue: \"com\", values: [\"com\", \"in\", \"com.au\"]")
    )
  }

  @Test func `A constant parameter without a type is a string`() throws {
    let generated = try generate(acme + "authorize: { parameters: { kind: { const: web } } }\n")
    #expect(generated.contains(".init(\"kind\", .string, constant: \"web\")"))
  }
}
