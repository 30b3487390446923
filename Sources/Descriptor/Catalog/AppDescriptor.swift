/// A descriptor in an app's sources, `<name>.auth.yaml`. Some required keys are derived from its file name.
///
/// `extends: auth0` alone is a valid app descriptor. Its language version is the current one, the ID and the type are
/// derived from the file name, and the provider's name comes from the extended descriptor.
enum AppDescriptor {
  static let ending = ".auth.yaml"

  /// Returns the keys of a file, completed with the ones that it may omit.
  static func completed(_ tree: LocatedNode, file: String) -> LocatedNode {
    guard file.isAppDescriptor, let own = tree.entries else { return tree }
    let place = SourceLocation(file: file)
    let left = [("schema", "1"), ("id", id(of: file.fileStem))].filter { tree[$0.0] == nil }
    let added = left.map { LocatedNode.Entry(key: $0, text: $1, at: place) }
    return LocatedNode(value: .map(added + own), location: tree.location)
  }

  /// Returns the additional keys that an app descriptor inherits: the provider's name, and the type of the extended
  /// descriptor if the file has the same name. Otherwise, the type is derived from the file name.
  static func inheritable(_ parent: LocatedNode, by file: DescriptorSources.Source) -> [LocatedNode.Entry] {
    guard file.name.isAppDescriptor, !file.isVariant else { return [] }
    let isProvider = parent["abstract"]?.flag != true
    let name = isProvider ? [parent.entry("name")].compactMap(\.self) : []
    let isNamesake = isProvider && parent["id"]?.text?.withoutHyphens == file.id.withoutHyphens
    if isNamesake, let swift = parent.entry("swift") { return name + [swift] }
    return name + ownType(of: file)
  }

  /// `SSO.auth.yaml` declares the type `SSO`, which couldn't be derived from the ID `sso`.
  private static func ownType(of file: DescriptorSources.Source) -> [LocatedNode.Entry] {
    let stem = file.name.fileStem
    guard stem.isPlainIdentifier, stem.first?.isUppercase == true, file.id == id(of: stem) else { return [] }
    let place = SourceLocation(file: file.name)
    let type = LocatedNode(value: .map([.init(key: "type", text: stem, at: place)]), location: place)
    return [LocatedNode.Entry(key: "swift", location: place, value: type)]
  }

  /// Converts `StaffLogin` and `staff_login` to `staff-login`. The rules check whether the result is a valid ID.
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
  /// Whether this is the file name of an app descriptor.
  package var isAppDescriptor: Bool { hasSuffix(AppDescriptor.ending) && fileName != AppDescriptor.ending }

  fileprivate var withoutHyphens: String { filter { $0 != "-" } }
}
