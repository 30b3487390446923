import Foundation

@testable import AuthConfiguration
@testable import AuthRuntime

extension FuzzEntry {
  static let json = FuzzEntry { bytes in
    guard let value = JSONValue(parsing: Data(bytes)) else { return .rejected }
    let written = try JSONEncoder().encode(value)
    let again = JSONValue(parsing: written)
    try require(again?.withPlainNumbers == value.withPlainNumbers, "a written value isn't read back")
    try require(value.depth <= JSONParser.maximumDepth, "a value is nested too deeply")
    try value.checkStrings()
    return .accepted
  }

  static let form = FuzzEntry { bytes in
    guard let text = String(validUTF8: bytes), let pairs = FormEncoding.decode(text) else { return .rejected }
    let again = FormEncoding.decode(FormEncoding.encode(pairs))
    let isSame = again?.elementsEqual(pairs) { $0.name.isExactly($1.name) && $0.value.isExactly($1.value) }
    try require(isSame == true, "an encoded form isn't decoded to the same pairs")
    for pair in pairs {
      try require(pair.name.hasShortMarkRuns && pair.value.hasShortMarkRuns, "a string is slow to compare")
      let inQuery = FormEncoding.decode("a=" + FormEncoding.escapeForQuery(pair.value))
      try require(inQuery?.first?.value.isExactly(pair.value) == true, "a value in a query isn't read back")
    }
    return pairs.isEmpty ? .rejected : .accepted
  }

  static let url = FuzzEntry { bytes in
    let text = bytes.text
    if let target = RequestTarget(url: text) {
      try require(RequestTarget(url: target.text) == target, "normalizing a target again changes it")
      try require(target.matches(text) && target.matches(target.text), "a target doesn't match its own URL")
    }
    guard let url = try? SecureURL.parse(text) else { return .rejected }
    let scheme = url.scheme?.lowercased()
    let authority = url.authority ?? ""
    try require(HostText.isHost(authority), "a URL's authority isn't a host")
    try require(scheme == "https" || HostText.isLoopback(authority), "an insecure URL is accepted")
    try require((try? url.checkedHost()) != nil, "transports reject a checked URL")
    // HTTPTypes traps for some URLs.
    let request = TransportRequest(url: url)
    try require(request.head.authority == url.authority, "a request has another authority than its URL")
    _ = url.adding([("a", "b")])
    _ = try? ResourceIdentifier(text).locations
    for place in (try? DiscoveryDocument.locations(of: text)) ?? [] {
      try require(place.authority == url.authority, "the metadata of an issuer is on another host")
      try require(place.query == nil && place.fragment == nil, "the metadata of an issuer has a query")
    }
    return .accepted
  }
}

extension JSONValue {
  /// The value with each integer as a `number`, because JSON doesn't distinguish `1` from `1.0`.
  fileprivate var withPlainNumbers: JSONValue {
    switch self {
    case .integer(let number): .number(Double(number))
    case .array(let items): .array(items.map(\.withPlainNumbers))
    case .object(let members): .object(members.mapValues(\.withPlainNumbers))
    default: self
    }
  }

  fileprivate var depth: Int {
    switch self {
    case .array(let items): 1 + (items.map(\.depth).max() ?? 0)
    case .object(let members): 1 + (members.values.map(\.depth).max() ?? 0)
    default: 1
    }
  }

  fileprivate func checkStrings() throws(BrokenProperty) {
    switch self {
    case .string(let text): try require(text.hasShortMarkRuns, "a string is slow to compare")
    case .array(let items): for item in items { try item.checkStrings() }
    case .object(let members):
      for (name, value) in members {
        try require(name.hasShortMarkRuns, "a name is slow to compare")
        try value.checkStrings()
      }
    default: break
    }
  }
}
