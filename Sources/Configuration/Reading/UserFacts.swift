/// The claims about a user, collected from several sources. If sources differ, the first one takes precedence.
public struct UserFacts: Sendable, Hashable {
  /// The claims by name: standard claim names where they exist, otherwise the provider's names.
  public private(set) var all: [String: JSONValue] = [:]
  /// The key under which to store the user's data.
  public private(set) var identity: String?

  /// Creates an empty collection.
  public init() {}

  /// Adds the claims from one source.
  ///
  /// - Parameters:
  ///   - place: The source: an object that contains the claims.
  ///   - map: The selectors of the standard claims.
  ///   - isWhole: Whether to add the source's other members too.
  public mutating func add(_ place: JSONValue, map: [String: Selector], isWhole: Bool = true) {
    for (name, selector) in map {
      guard let value = place.select(selector) else { continue }
      if name == "id" {
        identity = identity ?? value.spelling
      } else {
        add(value, as: Self.claimNames[name] ?? name)
      }
    }
    guard isWhole, let members = place.object else { return }
    for (name, value) in members where map[name]?.isNone != true { add(value, as: name) }
  }

  private mutating func add(_ value: JSONValue, as name: String) {
    guard value.isPresent, all[name] == nil else { return }
    all[name] = value
  }

  /// The names in the map that differ from the standard claim's name.
  private static let claimNames = ["username": "preferred_username"]
}
