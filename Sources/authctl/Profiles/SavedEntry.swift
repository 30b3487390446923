import AuthDescriptor
import AuthRuntime

/// A profile or an MCP server: the options of a sign-in, saved by name in a file. It never contains a secret, only the path
/// of a secret's file.
@dynamicMemberLookup
protocol SavedEntry: Sendable, Hashable {
  /// The values that the other kind of entry lacks.
  static var ownFields: [SavedField<Self>] { get }

  var options: SavedOptions { get set }

  init()

  /// Checks values that depend on each other.
  ///
  /// - Throws: ``ReportedFailure`` with the location in the file.
  func check(at place: FilePlace) throws(ReportedFailure)
}

extension SavedEntry {
  subscript<Value>(dynamicMember member: WritableKeyPath<SavedOptions, Value>) -> Value {
    get { options[keyPath: member] }
    set { options[keyPath: member] = newValue }
  }

  private static var fields: [SavedField<Self>] { ownFields + SavedOptions.fields.map { $0.within(\Self.options) } }

  /// The entry as JSON. Default values are left out.
  var json: JSONValue {
    let members = Self.fields.compactMap { field in field.json(self).map { (field.key, $0) } }
    return .object(Dictionary(uniqueKeysWithValues: members))
  }

  /// - Throws: ``ReportedFailure`` with the file, the location in it, and the expected value.
  init(_ json: JSONValue, at place: FilePlace) throws(ReportedFailure) {
    guard let members = json.object else { throw place.failure("must be an object") }
    try Self.checkKeys(of: members, at: place)
    self.init()
    for field in Self.fields {
      guard let json = members[field.key] else { continue }
      guard field.read(json, &self) else { throw place.member(field.key).failure("must be \(field.expected)") }
    }
    try check(at: place)
  }

  private static func checkKeys(of members: [String: JSONValue], at place: FilePlace) throws(ReportedFailure) {
    let known = fields.map(\.key)
    guard let unknown = members.keys.sorted().first(where: { !known.contains($0) }) else { return }
    let suggestion = SpellingSuggestion.suggestion(for: unknown, among: known)
    throw place.member(unknown).failure("isn't a known key\(suggestion)")
  }
}

/// A location in a JSON file, for messages.
struct FilePlace {
  let file: String
  /// The code of the failures.
  let code: String
  let path: String

  func member(_ name: String) -> FilePlace {
    let name = name.shown(limit: 80)
    return FilePlace(file: file, code: code, path: path.isEmpty ? name : "\(path).\(name)")
  }

  func failure(_ what: String) -> ReportedFailure {
    ReportedFailure(line: "\(code): \(file): \(path) \(what) (correct the file)")
  }
}
