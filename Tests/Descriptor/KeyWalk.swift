@testable import AuthDescriptor

/// Lists keys by their paths, such as `scopes.values.*.doc`.
enum KeyWalk {
  /// The keys that the language allows.
  static func known(_ shape: Shape, path: [String]) -> Set<String> {
    switch shape {
    case .record(let keys):
      Set(
        keys.filter(\.isSupported).flatMap { key in
          known(key.shape, path: path + [key.name]).union([place(path + [key.name])])
        })
    case .metadata(let keys): Set(keys.map { place(path + [$0.name]) })
    case .dictionary(let element): known(element, path: path + ["*"])
    case .list(let element): known(element, path: path)
    case .either(let shapes): Set(shapes.flatMap { known($0, path: path) })
    default: []
    }
  }

  /// The keys that a descriptor contains.
  static func written(_ node: LocatedNode, _ shape: Shape, path: [String]) -> Set<String> {
    switch (shape, node.value) {
    case (.either(let shapes), _): return Set(shapes.flatMap { written(node, $0, path: path) })
    case (.list(let element), .list(let items)): return Set(items.flatMap { written($0, element, path: path) })
    case (.dictionary(let element), .map(let entries)):
      return Set(entries.flatMap { written($0.value, element, path: path + ["*"]) })
    case (.metadata, .map(let entries)): return Set(entries.map { place(path + [$0.key]) })
    case (.record(let keys), .map(let entries)):
      return Set(
        entries.flatMap { entry -> Set<String> in
          guard let key = keys.first(where: { $0.name == entry.key }) else { return [] }
          return written(entry.value, key.shape, path: path + [key.name]).union([place(path + [key.name])])
        })
    default: return []
    }
  }

  /// Shared keys count once, because the same code reads them in every location.
  private static func place(_ path: [String]) -> String {
    var path = path
    let isNested = path.count > 2 && ["environments", "variants"].contains(path[0])
    if isNested, DescriptorKeys.rootNames.contains(path[2]) { path.removeFirst(2) }
    var text = path.dotted
    for (place, standard) in same where text.hasPrefix(place + ".") { text = standard + text.dropFirst(place.count) }
    return text
  }

  private static let same = [
    ("refresh.response", "token.response"), ("token.second_exchange.response", "token.response"),
    ("userinfo.further_requests.map", "userinfo.map"),
    ("token.response.refresh_expires", "token.response.expires"),
    ("client.callbacks.custom_scheme", "client.callbacks.https"),
    ("client.callbacks.loopback", "client.callbacks.https"), ("api.token", "userinfo.token"),
    ("exchanges.*.parameters", "authorize.parameters"), ("first_party.begin", "first_party.steps"),
    ("first_party.steps.*.parameters", "authorize.parameters"), ("revocation.token", "userinfo.token"),
    ("userinfo.error", "token.response.error"),
  ]
}
