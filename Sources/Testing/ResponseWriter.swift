#if Loopback && !os(Windows)
  import AuthRuntime
  import Foundation

  /// Writes a provider's responses in the format that its configuration reads.
  struct ResponseWriter {
    var rules: ProviderConfiguration.ResponseRules

    /// A successful token response.
    ///
    /// - Parameter members: The values by their standard names (RFC 6749 §5.1). Other names aren't changed.
    func tokens(_ members: [String: JSONValue], now: Date = Date()) -> ScriptedResponse {
      var members = members
      var response = JSONValue.object([:])
      let set = rules.sets.first(where: \.isPrimary) ?? rules.sets.first
      func move(_ name: String, to path: FieldPath?, in root: FieldPath, as value: (JSONValue) -> JSONValue = { $0 }) {
        guard let found = members.removeValue(forKey: name), found != .null, let path else { return }
        response = response.setting(value(found), at: root, path)
      }
      let home = set?.root ?? rules.root
      move("access_token", to: rules.accessToken, in: home)
      move("refresh_token", to: rules.refreshToken, in: home)
      move("id_token", to: rules.idToken, in: rules.root)
      move("expires_in", to: rules.expires.field, in: home) { spelled($0, now) }
      move("scope", to: rules.scope, in: home) { separated($0) }
      for (name, value) in members { response = response.setting(value, at: home, FieldPath("['\(name)']")) }
      for field in rules.fields where !field.isOptional && response.value(at: field.path) == nil {
        response = response.setting(.string(field.name), at: ".", field.path)
      }
      return written(response)
    }

    /// The claims of a user. Only token responses are ever encoded as forms.
    func facts(_ members: [String: JSONValue], root: FieldPath) -> ScriptedResponse {
      var format = self
      if format.rules.format == .form { format.rules.format = .json }
      return format.written(JSONValue.object([:]).setting(.object(members), at: root))
    }

    private func spelled(_ lifetime: JSONValue, _ now: Date) -> JSONValue {
      guard let seconds = lifetime.number else { return lifetime }
      let end = now.timeIntervalSince1970 + seconds
      return switch rules.expires.format {
      case .seconds: lifetime
      case .milliseconds: .integer(Int64(seconds * 1000))
      case .unix: .integer(Int64(end))
      case .unixMilliseconds: .integer(Int64(end * 1000))
      case .iso8601: .string(Date(timeIntervalSince1970: end).formatted(.iso8601))
      }
    }

    private func separated(_ scope: JSONValue) -> JSONValue {
      guard let delimiter = rules.scopeDelimiter, let words = scope.string else { return scope }
      return .string(words.split(separator: " ").joined(separator: delimiter))
    }

    private func written(_ response: JSONValue) -> ScriptedResponse {
      guard let json = (try? JSONEncoder().encode(response)).map({ String(decoding: $0, as: UTF8.self) }) else {
        return ScriptedResponse(500)
      }
      switch rules.format {
      case .auto, .json: return .json((rules.prefix ?? "") + json)
      case .jsonp:
        return ScriptedResponse(200, headers: ["Content-Type": "text/javascript"], body: "callback(\(json));")
      case .form:
        let pairs = (response.object ?? [:]).map { (name: $0.key, value: $0.value.spelling ?? "") }
        let form = ["Content-Type": "application/x-www-form-urlencoded"]
        return ScriptedResponse(200, headers: form, body: FormEncoding.encode(pairs.sorted { $0.name < $1.name }))
      }
    }
  }

  extension FieldPath {
    /// The path of a member whose name may contain any characters.
    static func member(_ name: String) -> FieldPath {
      let path = FieldPath(name)
      return path.steps == nil ? FieldPath("['\(name)']") : path
    }
  }

  extension JSONValue {
    /// This value with another value at a path. Missing objects on the way are created.
    func setting(_ value: JSONValue, at root: FieldPath, _ path: FieldPath = ".") -> JSONValue {
      setting(value, at: ((root.steps ?? []) + (path.steps ?? []))[...])
    }

    private func setting(_ value: JSONValue, at steps: ArraySlice<FieldPath.Step>) -> JSONValue {
      let rest = steps.dropFirst()
      switch steps.first {
      case nil: return value
      case .member(let name):
        var members = object ?? [:]
        members[name] = (members[name] ?? .object([:])).setting(value, at: rest)
        return .object(members)
      case .index(let index):
        var items = array ?? []
        while items.count <= index { items.append(.object([:])) }
        items[index] = items[index].setting(value, at: rest)
        return .array(items)
      case .element(let member, let wanted):
        let items = array ?? []
        let fresh = JSONValue.object([member: .string(wanted)])
        return .array(items + [fresh.setting(value, at: rest)])
      }
    }
  }
#endif
