import Foundation

/// Reads the body of a response as JSON, in any of the formats that servers use.
public enum BodyReader {
  /// - Parameter mediaType: The value of the `Content-Type` field, if present.
  /// - Returns: `nil` if the body doesn't have a format that the rules allow.
  public static func read(
    _ body: Data, mediaType: String?, as rules: ProviderConfiguration.ResponseRules
  ) -> JSONValue? {
    // A byte order mark isn't valid JSON, but some servers send one (RFC 8259 §8.1).
    let whole = cut("\u{FEFF}", from: body)
    let body = rules.prefix.map { cut($0, from: whole) } ?? whole
    switch rules.format {
    case .json: return JSONValue(parsing: body)
    case .form: return form(body)
    case .jsonp: return callArgument(body).flatMap(JSONValue.init(parsing:))
    case .auto: return JSONValue(parsing: body) ?? (mayBeForm(mediaType) ? form(body) : nil)
    }
  }

  /// Servers label JSON as JSON. Forms have been seen with every other media type.
  private static func mayBeForm(_ mediaType: String?) -> Bool {
    !(mediaType?.lowercased().contains("json") ?? false)
  }

  private static func form(_ body: Data) -> JSONValue? {
    guard let text = String(validUTF8: body), text.contains("="), !text.contains("<"),
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

  /// Returns the bytes between the first and the last parenthesis.
  private static func callArgument(_ body: Data) -> Data? {
    guard let open = body.firstIndex(of: UInt8(ascii: "(")), let close = body.lastIndex(of: UInt8(ascii: ")")),
      open < close
    else { return nil }
    return Data(body[body.index(after: open)..<close])
  }
}
