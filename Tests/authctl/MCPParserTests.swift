import AuthMCPMessages
import AuthRuntime
import Foundation
import Testing

@testable import authctl

@Suite struct `The event stream of an MCP server` {
  private func events(_ text: String, by size: Int = .max, limit: Int = 1 << 20) throws -> [ServerEvent] {
    var parser = EventStreamParser(limit: limit)
    var rest = Data(text.utf8)
    var events: [ServerEvent] = []
    while !rest.isEmpty {
      events += try parser.read(rest.prefix(size))
      rest = Data(rest.dropFirst(size))
    }
    return events
  }

  @Test(arguments: [1, 2, 3, 7, Int.max])
  func `Events arrive complete, however the stream is cut`(size: Int) throws {
    let text =
      "\u{FEFF}: hello\r\n\r\nevent: message\r\ndata: {\"a\":\r\ndata:  1}\r\n\r\ndata:x\n\ndata: é\r\rignored: 1\ndata\n\nid: 7\n\n"
    let found = try events(text, by: size).map { String(decoding: $0.data, as: UTF8.self) }
    #expect(found == ["{\"a\":\n 1}", "x", "é"])
  }

  @Test func `A byte order mark is ignored only at the beginning of the stream`() throws {
    #expect(try events("data: 1\n\u{FEFF}data: 2\n\n").map(\.data) == [Array("1".utf8)])
  }

  @Test func `The ID and the pause of the last event are kept within limits`() throws {
    var parser = EventStreamParser()
    _ = try parser.read(Data("id: first\nretry: 20\ndata: 1\n\n".utf8))
    #expect(parser.lastID == "first" && parser.retry == .milliseconds(20))
    _ = try parser.read(Data("id: a b\nid: \u{1F600}\nretry: soon\nretry\ndata: 2\n\n".utf8))
    #expect(parser.lastID == "first" && parser.retry == .milliseconds(20))
    _ = try parser.read(Data("id: \(String(repeating: "x", count: 1025))\nretry: 999999999999999999999\n\n".utf8))
    #expect(parser.lastID == "first" && parser.retry == .seconds(60))
    _ = try parser.read(Data("id\n\n".utf8))
    #expect(parser.lastID == nil)
  }

  @Test func `Names that take hours to compare are ignored`() throws {
    let marks = String(repeating: "\u{301}\u{316}", count: 100_000)
    let found = try events("\(marks)\nevent: \(marks)\ndata: 1\n\nevent: message\ndata: 2\n\n")
    #expect(found.map(\.isMessage) == [false, true])
  }

  @Test func `An unfinished event isn't delivered, and a line without an end is limited`() throws {
    #expect(try events("data: 1\n").isEmpty)
    #expect(throws: MCPMessageFailure.tooLarge(10)) { try events("data: 12345", limit: 10) }
    #expect(throws: MCPMessageFailure.tooLarge(10)) {
      try events("data: 123\ndata: 123\ndata: 123\ndata: 1", limit: 10)
    }
  }
}

@Suite struct `A message of an MCP server` {
  private func message(_ text: String) throws(MCPMessageFailure) -> RPCMessage { try RPCMessage(Data(text.utf8)) }

  @Test func `Requests, notifications, and responses are distinguished`() throws {
    #expect(
      try message(#"{"jsonrpc":"2.0","id":1,"method":"a"}"#).kind == .request(id: .integer(1), method: "a"))
    #expect(try message(#"{"jsonrpc":"2.0","method":"a"}"#).kind == .notification(method: "a"))
    #expect(try message(#"{"jsonrpc":"2.0","id":"x","result":{}}"#).kind == .response(id: .string("x")))
    #expect(
      try message(#"{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":""}}"#).kind == .response(id: .null))
  }

  @Test(arguments: [
    "[]", "1", #"{"jsonrpc":"1.0","id":1,"method":"a"}"#, #"{"jsonrpc":"2.0","id":null,"method":"a"}"#,
    #"{"jsonrpc":"2.0","id":1.5,"method":"a"}"#, #"{"jsonrpc":"2.0","id":1}"#, #"{"jsonrpc":"2.0","id":1,"method":7}"#,
    #"{"jsonrpc":"2.0","id":1,"result":1,"error":{}}"#, #"{"jsonrpc":"2.0","id":1,"method":"a","result":1}"#,
    #"{"jsonrpc":"2.0","id":1,"method":"a","error":{}}"#, #"{"jsonrpc":"2.0","id":true,"error":{}}"#,
    #"{"jsonrpc":"2.0","id":null,"result":1}"#, #"[{"jsonrpc":"2.0","id":1,"method":"a"}]"#,
  ])
  func `JSON that isn't a single message is rejected`(text: String) {
    #expect(throws: MCPMessageFailure.invalidMessage) { try message(text) }
  }

  @Test(arguments: ["", "{", #"{"a":1,"a":2}"#, #"{"a":"\#n"}"#, String(repeating: "[", count: 200)])
  func `Text that isn't valid JSON is rejected`(text: String) {
    #expect(throws: MCPMessageFailure.invalidJSON) { try message(text) }
  }

  @Test func `A message is written in one line, with its numbers and escapes as they were`() throws {
    let text =
      "{\r\n\"jsonrpc\":\"2.0\",\n\"method\":\"a\u{2028}b\u{2029}c\u{85}\\n\",\"params\":{\"n\":1.50e3,\"big\":123456789012345678901}}"
    let line = String(decoding: try message(text).line, as: UTF8.self)
    #expect(
      line
        == "{  \"jsonrpc\":\"2.0\", \"method\":\"a\\u2028b\\u2029c\\u0085\\n\",\"params\":{\"n\":1.50e3,\"big\":123456789012345678901}}"
    )
    #expect(try message(line).method == (try message(text)).method)
  }
}

@Suite struct `The input of the MCP proxy` {
  @Test func `Lines are split as they arrive, and a line that is too long is skipped`() {
    var splitter = LineSplitter(limit: 4)
    #expect(splitter.read(Data("ab".utf8)).isEmpty)
    #expect(splitter.read(Data("c\r\n\n \nlonger".utf8)) == [.success(Data("abc\r".utf8))])
    #expect(splitter.read(Data(" still\nx\n".utf8)) == [.failure(.tooLarge(4)), .success(Data("x".utf8))])
    #expect(splitter.read(Data("end".utf8)).isEmpty)
    #expect(splitter.end() == .success(Data("end".utf8)))
    #expect(splitter.end() == nil)
  }
}

@Suite struct `The header fields of an MCP request` {
  private func call(_ arguments: String, tool: String = "run", method: String = "tools/call") throws -> RPCMessage {
    let meta = #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}"#
    let params = #"{"name":"\#(tool)","arguments":\#(arguments),\#(meta)}"#
    return try RPCMessage(Data(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#.utf8))
  }

  @Test(arguments: [
    ("us-west1", "us-west1"), ("Hello, 世界", "=?base64?SGVsbG8sIOS4lueVjA==?="), (" padded ", "=?base64?IHBhZGRlZCA=?="),
    ("line1\nline2", "=?base64?bGluZTEKbGluZTI=?="), ("=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="),
  ])
  func `Values are encoded as in the specification's examples`(value: String, encoded: String) {
    #expect(RequestMetadata.encoded(value) == encoded)
  }

  @Test(arguments: [
    ("", "=?base64??="), (" left", "=?base64?IGxlZnQ=?="), ("right ", "=?base64?cmlnaHQg?="),
    ("in the middle", "in the middle"), ("=?base64?beginning", "=?base64?beginning"), ("end?=", "end?="),
  ])
  func `A value is encoded only if the server would misread it`(value: String, encoded: String) {
    #expect(RequestMetadata.encoded(value) == encoded)
  }

  @Test func `A value that is too long for a header field isn't sent`() {
    let longest = String(repeating: "x", count: 4096)
    #expect(RequestMetadata.encoded(longest) == longest)
    #expect(RequestMetadata.encoded(longest + "x") == nil)
  }

  @Test(arguments: [
    ("2026-07-28", true), (String(repeating: "x", count: 64), true), (String(repeating: "x", count: 65), false),
    ("", false), (" 2026-07-28", false), ("2026-07-28\r\nX-Evil: 1", false), ("é", false),
  ])
  func `A message's version is used only if it's short and valid in a header field`(
    version: String, isValid: Bool
  ) throws {
    let params: JSONValue = ["_meta": ["io.modelcontextprotocol/protocolVersion": .string(version)]]
    let message = try RPCMessage(["method": "ping", "id": 1, "params": params])
    #expect(RequestMetadata.version(of: message) == (isValid ? version : nil))
  }

  @Test func `A request that states its version repeats its method and name`() throws {
    let message = try call("{}", tool: "Wetter\\r\\nX-Evil: 1")
    let version = try #require(RequestMetadata.version(of: message))
    let fields = RequestMetadata.fields(of: message, version: version)
    #expect(fields[.mcpProtocolVersion] == "2026-07-28" && fields[.mcpMethod] == "tools/call")
    #expect(fields[.mcpName] == "=?base64?V2V0dGVyDQpYLUV2aWw6IDE=?=")
    #expect(RequestMetadata.version(of: try RPCMessage(["method": "ping", "id": 1])) == nil)
  }

  @Test func `The parameters that a tool annotates are repeated, and invalid annotations reject the tool`() throws {
    var tools = ToolHeaders()
    let schema = """
      {"tools":[
      {"name":"run","inputSchema":{"type":"object","properties":{
        "region":{"type":"string","x-mcp-header":"Region"},
        "deep":{"type":"object","properties":{"n":{"type":"integer","x-mcp-header":"N"},"b":{"type":"boolean","x-mcp-header":"B"}}}}}},
      {"name":"number","inputSchema":{"properties":{"a":{"type":"number","x-mcp-header":"A"}}}},
      {"name":"space","inputSchema":{"properties":{"a":{"type":"string","x-mcp-header":"A B"}}}},
      {"name":"twice","inputSchema":{"properties":{"a":{"type":"string","x-mcp-header":"A"},"b":{"type":"string","x-mcp-header":"a"}}}},
      {"name":"item","inputSchema":{"properties":{"a":{"type":"array","items":{"type":"string","x-mcp-header":"A"}}}}},
      {"name":"root","inputSchema":{"type":"string","x-mcp-header":"A"}},
      {"name":"unnamed","inputSchema":{"properties":{"a":{"type":"string","x-mcp-header":""}}}},
      {"name":"plain","inputSchema":{"type":"object"}}]}
      """
    let result = try #require(JSONValue(parsing: Data(schema.utf8)))
    #expect(tools.learn(result) == ["number", "space", "twice", "item", "root", "unnamed"])
    #expect(tools.isKnown("plain") && !tools.isKnown("item"))
    let fields = tools.fields(for: try call(#"{"region":"eu","deep":{"n":-7,"b":true},"other":1}"#))
    let texts = Dictionary(uniqueKeysWithValues: fields.map { ($0.name.rawName, $0.value) })
    #expect(texts == ["Mcp-Param-Region": "eu", "Mcp-Param-N": "-7", "Mcp-Param-B": "true"])
    #expect(tools.fields(for: try call(#"{"region":null,"deep":[]}"#)).isEmpty)
    #expect(tools.fields(for: try call(#"{"region":"eu"}"#, method: "prompts/get")).isEmpty)
  }

  @Test func `The names that a client remembers for a server are limited`() throws {
    func definition(_ tool: String, _ parameter: String) throws -> JSONValue {
      let schema = #"{"properties":{"\#(parameter)":{"type":"string","x-mcp-header":"A"}}}"#
      return try #require(JSONValue(parsing: Data(#"{"tools":[{"name":"\#(tool)","inputSchema":\#(schema)}]}"#.utf8)))
    }
    var tools = ToolHeaders()
    let (allowed, long) = (String(repeating: "x", count: 256), String(repeating: "x", count: 257))
    #expect(tools.learn(try definition(allowed, allowed)).isEmpty && tools.isKnown(allowed))
    #expect(tools.learn(try definition("run", long)) == ["run"])
    let nested = (0..<16).reduce(#"{"type":"string","x-mcp-header":"A"}"#) { schema, _ in
      #"{"properties":{"":\#(schema)}}"#
    }
    func list(_ schema: String) -> JSONValue? {
      JSONValue(parsing: Data(#"{"tools":[{"name":"deep","inputSchema":\#(schema)}]}"#.utf8), wrappedIn: 96)
    }
    #expect(tools.learn(try #require(list(nested))).isEmpty)
    #expect(tools.learn(try #require(list(#"{"properties":{"":\#(nested)}}"#))) == ["deep"])
    #expect(tools.learn(try definition(long, "a")).isEmpty && !tools.isKnown(long))
  }

  @Test func `A client remembers only a limited number of tools`() {
    let definitions = (0...4096).map { JSONValue.object(["name": .string("tool\($0)")]) }
    var tools = ToolHeaders()
    #expect(tools.learn(JSONValue.object(["tools": .array(definitions)])).isEmpty)
    #expect(tools.isKnown("tool4095") && !tools.isKnown("tool4096"))
  }

  @Test(arguments: [(32, 1, true), (33, 1, false), (1, 128, true), (1, 129, false)])
  func `A tool has at most 32 header fields, with names of up to 128 bytes`(count: Int, length: Int, isValid: Bool) {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".prefix(count)
    var properties: [String: JSONValue] = [:]
    for letter in letters {
      let header = String(repeating: letter, count: length)
      properties[String(letter)] = JSONValue.object(["type": "string", "x-mcp-header": .string(header)])
    }
    let schema = JSONValue.object(["properties": .object(properties)])
    let definition = JSONValue.object(["name": "run", "inputSchema": schema])
    var tools = ToolHeaders()
    #expect(tools.learn(JSONValue.object(["tools": .array([definition])])) == (isValid ? [] : ["run"]))
    #expect(tools.isKnown("run") == isValid)
  }
}
