#if Loopback && !os(Windows)
  import AuthRuntime
  import Foundation

  /// The parameters of requests.
  extension ScriptedProvider.State {
    func json(_ members: [String: JSONValue]) -> ScriptedResponse {
      guard let body = try? JSONEncoder().encode(members) else { return ScriptedResponse(500) }
      return .json(String(decoding: body, as: UTF8.self))
    }

    func fields(_ text: String) -> [String: String] {
      // A request may name several resources, which contain no spaces (RFC 8707 §2). Other names occur once.
      (FormEncoding.decode(text) ?? []).reduce(into: [:]) { fields, pair in
        guard let first = fields[pair.name] else { return fields[pair.name] = pair.value }
        if pair.name == resourceName { fields[pair.name] = "\(first) \(pair.value)" }
      }
    }

    /// The parameters of a request by their standard names, regardless of their location.
    func parameters(of request: RecordedRequest) -> [String: String] {
      var all = fields(request.query)
      if request.headers["content-type"] == "application/json" {
        all.merge(JSONValue(parsing: request.body)?.object?.compactMapValues(Self.parameter) ?? [:]) { $1 }
      } else {
        all.merge(fields(request.text)) { $1 }
      }
      return parameterRules.standard(all)
    }

    private var resourceName: String { configuration.renames["resource"] ?? "resource" }

    private static func parameter(_ value: JSONValue) -> String? {
      value.string ?? value.array.map { $0.compactMap(\.string).joined(separator: " ") }
    }
  }
#endif
