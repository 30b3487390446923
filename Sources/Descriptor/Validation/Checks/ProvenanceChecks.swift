import AuthConfiguration

/// The rules for the age of the sources and for unverified keys.
enum ProvenanceChecks {
  /// Sources that were read more than a year ago may have changed.
  @Sendable static func verified(_ context: CheckContext) -> [Diagnostic] {
    dated(context.descriptor.provenance.verified, at: ["provenance", "verified"], context)
  }

  /// Each group of facts states its source, or that it has none.
  @Sendable static func facts(_ context: CheckContext) -> [Diagnostic] {
    ProviderDescriptor.FactGroup.allCases.flatMap { group -> [Diagnostic] in
      guard let stated = context.descriptor.provenance.facts[group] else { return [] }
      let path = ["provenance", "facts", group.rawValue]
      let values = ["read": stated.read, "source": stated.source].compactMapValues(\.self)
      let missing = stated.basis.needs.filter { values[$0] == nil }.map { key in
        Diagnostic(
          .security.factWithoutSource, "'by: \(stated.basis.rawValue)' needs '\(key)'",
          at: context.tree.location(of: path))
      }
      let superfluous = stated.basis == .assumed ? values.keys.sorted() : []
      let contradictions = superfluous.map { key in
        Diagnostic(
          .security.assumedWithSource, "'by: assumed' can't have '\(key)'",
          at: context.tree.location(of: path + [key]))
      }
      return missing + contradictions + dated(stated.read, at: path + ["read"], context)
    }
  }

  private static func dated(_ text: String?, at path: [String], _ context: CheckContext) -> [Diagnostic] {
    guard let text else { return [] }
    let location = context.tree.location(of: path)
    guard let day = Day(text) else {
      let message = "'\(text)' isn't a valid date; use year, month, and day, such as 2026-09-01"
      return [Diagnostic(.security.invalidDay, message, at: location)]
    }
    guard !context.file.hasPrefix(SourceLocation.builtInPrefix), let today = Day(context.today) else { return [] }
    if today < day { return [Diagnostic(.security.invalidDay, "'\(text)' is in the future", at: location)] }
    guard day.yearLater < today else { return [] }
    let message = "the sources were read more than a year ago; read them again and update the date"
    return [Diagnostic(.security.outdatedFacts, message, at: location)]
  }

  /// An unverified key must be in the descriptor or in the language.
  @Sendable static func unverified(_ context: CheckContext) -> [Diagnostic] {
    let items = context.tree[["provenance", "unverified"]]?.list ?? []
    return items.compactMap { item in
      guard let text = item.text, let suggestion = KeyReference(text: text).problem(in: context.declared) else {
        return nil
      }
      return Diagnostic(.language.unknownKey, "'\(text)' isn't a key of a descriptor\(suggestion)", at: item.location)
    }
  }
}

extension ProviderDescriptor.Confirmation.Basis {
  /// The keys that must accompany it.
  fileprivate var needs: [String] {
    switch self {
    case .documentation: ["source", "read"]
    case .peers, .peer: ["source"]
    case .assumed: []
    }
  }
}

/// A calendar date.
struct Day: Comparable {
  let year: Int
  let month: Int
  let day: Int

  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2], text.utf8.allSatisfy({ $0.isASCIIDigit || $0 == 45 }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]), (1...12).contains(month),
      (1...Self.length(of: month, in: year)).contains(day)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  private static func length(of month: Int, in year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  private init(year: Int, month: Int, day: Int) {
    (self.year, self.month, self.day) = (year, month, day)
  }

  var yearLater: Day { Day(year: year + 1, month: month, day: day) }

  static func < (left: Day, right: Day) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}
