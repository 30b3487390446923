/// A descriptor that stands beside an app's code, `<name>.auth.yaml`, and may leave to its name what others must state.
///
/// `extends: auth0` alone is one: the version of the language is this one, id and type come from the file's name, and the
/// provider's name comes from what it extends.
enum AppDescriptor {
  static let ending = ".auth.yaml"

  /// The keys of a file, with those that it may leave out.
  static func completed(_ tree: LocatedNode, file: String) -> LocatedNode {
    guard file.isAppDescriptor, let own = tree.entries else { return tree }
    let place = SourceLocation(file: file)
    let left = [("schema", "1"), ("id", id(of: file.fileStem))].filter { tree[$0.0] == nil }
    let added = left.map { LocatedNode.Entry(key: $0, text: $1, at: place) }
    return LocatedNode(value: .map(added + own), location: tree.location)
  }

  /// What a file takes beside everything that any descriptor inherits: the provider's name, and the type of what it is
  /// named after, or else that of its own name.
  static func inheritable(_ parent: LocatedNode, by file: DescriptorSources.Source) -> [LocatedNode.Entry] {
    guard file.name.isAppDescriptor, !file.isVariant else { return [] }
    let isProvider = parent["abstract"]?.flag != true
    let name = isProvider ? [parent.entry("name")].compactMap(\.self) : []
    let isNamesake = isProvider && parent["id"]?.text?.withoutHyphens == file.id.withoutHyphens
    if isNamesake, let swift = parent.entry("swift") { return name + [swift] }
    return name + ownType(of: file)
  }

  /// `SSO.auth.yaml` declares `SSO`, which no rule would make of `sso`.
  private static func ownType(of file: DescriptorSources.Source) -> [LocatedNode.Entry] {
    let stem = file.name.fileStem
    guard stem.isPlainIdentifier, stem.first?.isUppercase == true, file.id == id(of: stem) else { return [] }
    let place = SourceLocation(file: file.name)
    let type = LocatedNode(value: .map([.init(key: "type", text: stem, at: place)]), location: place)
    return [LocatedNode.Entry(key: "swift", location: place, value: type)]
  }

  /// `StaffLogin` and `staff_login` → `staff-login`. Whether the result is an id is for the rules to say.
  static func id(of stem: String) -> String {
    var id = ""
    var mayBegin = false
    for character in stem {
      if character.isUppercase, mayBegin { id += "-" }
      mayBegin = character.isLowercase || character.isNumber
      id += character == "_" || character == " " ? "-" : character.lowercased()
    }
    return id
  }
}

extension LocatedNode.Entry {
  fileprivate init(key: String, text: String, at place: SourceLocation) {
    self.init(key: key, location: place, value: LocatedNode(value: .text(text, isPlain: true), location: place))
  }
}

extension String {
  /// Whether a file's name is that of a descriptor beside an app's code.
  package var isAppDescriptor: Bool { hasSuffix(AppDescriptor.ending) && fileName != AppDescriptor.ending }

  fileprivate var withoutHyphens: String { filter { $0 != "-" } }
}
