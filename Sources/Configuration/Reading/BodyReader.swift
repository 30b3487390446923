import Foundation

/// Reads the body of an answer as JSON, however the server wrote it.
public enum BodyReader {
  /// - Parameter mediaType: The `Content-Type` field, if there is one.
  /// - Returns: `nil` when the body is nothing that the rules allow.
  public static func read(
    _ body: Data, mediaType: String?, as rules: ProviderConfiguration.ResponseRules
  ) -> JSONValue? {
    // A byte order mark is no JSON, and some servers send one all the same (RFC 8259 §8.1).
    let whole = cut("\u{FEFF}", from: body)
    let body = rules.prefix.map { cut($0, from: whole) } ?? whole
    switch rules.format {
    case .json: return JSONValue(parsing: body)
    case .form: return form(body)
    case .jsonp: return callArgument(body).flatMap(JSONValue.init(parsing:))
    case .auto: return JSONValue(parsing: body) ?? (mayBeForm(mediaType) ? form(body) : nil)
    }
  }

  /// A server that means JSON says so; every other name was seen on forms.
  private static func mayBeForm(_ mediaType: String?) -> Bool {
    !(mediaType?.lowercased().contains("json") ?? false)
  }

  private static func form(_ body: Data) -> JSONValue? {
    guard let text = String(data: body, encoding: .utf8), text.contains("="), !text.contains("<"),
      let pairs = FormEncoding.decode(text.trimmingCharacters(in: .whitespacesAndNewlines))
    else { return nil }
    var members: [String: JSONValue] = [:]
    for pair in pairs {
      guard members.updateValue(.string(pair.value), forKey: pair.name) == nil else { return nil }
    }
    return .object(members)
  }

  private static func cut(_ prefix: String, from body: Data) -> Data {
    let start = Data(prefix.utf8)
    return body.starts(with: start) ? body.dropFirst(start.count) : body
  }

  /// What stands between the first and the last parenthesis.
  private static func callArgument(_ body: Data) -> Data? {
    guard let open = body.firstIndex(of: UInt8(ascii: "(")), let close = body.lastIndex(of: UInt8(ascii: ")")),
      open < close
    else { return nil }
    return Data(body[body.index(after: open)..<close])
  }
}
