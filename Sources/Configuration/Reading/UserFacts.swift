/// What is known about a user, gathered from several places. What came first wins.
public struct UserFacts: Sendable, Hashable {
  /// The facts by the names of standard claims, and everything else as the provider calls it.
  public private(set) var all: [String: JSONValue] = [:]
  /// The key to file the user's data under.
  public private(set) var identity: String?

  /// Nothing is known yet.
  public init() {}

  /// Adds what one place says.
  ///
  /// - Parameters:
  ///   - place: The object with the facts.
  ///   - map: What standard facts are made of. A place without members of its own adds only these.
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

  /// The map's names that are not those of the standard claim.
  private static let claimNames = ["username": "preferred_username"]
}
