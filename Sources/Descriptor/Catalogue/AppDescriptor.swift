/// A descriptor that stands beside an app's code, `<name>.auth.yaml`, and may leave to its name what others must state.
///
/// `extends: auth0` alone is one: the version of the language is this one, the id comes from the file's name, and what the
/// provider is called comes from what it extends.
enum AppDescriptor {
  static let ending = ".auth.yaml"

  /// The keys of a file, with those that it may leave out.
  static func completed(_ tree: LocatedNode, file: String) -> LocatedNode {
    guard file.isAppDescriptor, let own = tree.entries else { return tree }
    let place = SourceLocation(file: file)
    let left = [("schema", "1"), ("id", id(of: file.fileStem))].filter { tree[$0.0] == nil }
    let added = left.map { key, value in
      LocatedNode.Entry(
        key: key, location: place, value: LocatedNode(value: .text(value, isPlain: true), location: place))
    }
    return LocatedNode(value: .map(added + own), location: tree.location)
  }

  /// What a file inherits beside everything that any descriptor does: the provider's name, and its type if the file is
  /// named after it.
  static func inheritable(_ parent: LocatedNode, by file: DescriptorSources.Source) -> [LocatedNode.Entry] {
    guard file.name.isAppDescriptor, !file.isVariant, parent["abstract"]?.flag != true else { return [] }
    let isNamesake = parent["id"]?.text?.withoutHyphens == file.id.withoutHyphens
    return (parent.entries ?? []).filter { $0.key == "name" || (isNamesake && $0.key == "swift") }
  }

  /// `StaffLogin` → `staff-login`, `staff_login` → `staff-login`. Whether the result is an id is for the rules to say.
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

extension String {
  /// Whether a file's name is that of a descriptor beside an app's code.
  package var isAppDescriptor: Bool { hasSuffix(AppDescriptor.ending) && fileName != AppDescriptor.ending }

  fileprivate var withoutHyphens: String { filter { $0 != "-" } }
}
