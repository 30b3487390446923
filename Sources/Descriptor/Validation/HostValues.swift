import AuthConfiguration

/// The hosts that the values of variables can lead to.
enum HostValues {
  /// The largest number of combinations that are checked. Reviewers don't read longer lists.
  static let limit = 1000

  /// Returns every combination of the closed variables in the hosts of URLs, or `nil` if there are too many. A variable
  /// has the same value in all URLs.
  static func combinations(in urls: [URLTemplateText], _ context: CheckContext) -> [[String: String]]? {
    let names = Set(
      urls.flatMap { url in
        url.placeholdersInAuthority.map(\.name) + url.placeholders.prefix(1).filter(\.before.isEmpty).map(\.name)
      })
    var combinations: [[String: String]] = [[:]]
    for variable in context.configuration.variables where names.contains(variable.name) {
      let values = variable.closedValues
      if values.isEmpty { continue }
      guard combinations.count * values.count <= limit else { return nil }
      combinations = combinations.flatMap { known in values.map { known.merging([variable.name: $0]) { $1 } } }
    }
    return combinations
  }

  /// Returns the labels at the end of a host that no variable can change.
  static func fixedLabels(of authority: String) -> [String] {
    let labels = authority.prefix { $0 != ":" }.split(separator: ".", omittingEmptySubsequences: false)
    return labels.reversed().prefix { !$0.contains("{") }.reversed().map { $0.lowercased() }
  }

  /// Returns the public suffix below which a variable chooses the registrable domain, or `nil` if it doesn't.
  static func chosenSuffix(of variable: String, in url: URLTemplateText, _ context: CheckContext) -> String? {
    guard url.placeholdersInAuthority.contains(where: { $0.name == variable }) else { return nil }
    let fixed = (combinations(in: [url], context) ?? [[:]]).map { fixedLabels(of: url.authority(with: $0)) }
    return fixed.first { PublicSuffixes.registrableDomain(of: $0) == nil }?.joined(separator: ".")
  }
}
