import AuthDescriptor
import AuthGenerator

/// The Swift types that a descriptor declares, and the locations of their names.
struct OutputClaim: Sendable {
  let file: String
  fileprivate let fileName: String
  fileprivate let types: [(name: String, place: SourceLocation)]

  init(_ descriptor: LoadedDescriptor) {
    (file, fileName) = (descriptor.file, descriptor.fileName)
    types = ([descriptor] + descriptor.variants).map { face in
      (face.descriptor.swiftType, Self.place(of: face, in: descriptor))
    }
  }

  /// The location of the type's name, or the beginning of the descriptor if the name is in a file of the catalog.
  private static func place(of face: LoadedDescriptor, in descriptor: LoadedDescriptor) -> SourceLocation {
    let place = face.location(of: ["swift", "type"])
    return place.file.hasPrefix(SourceLocation.builtInPrefix) ? SourceLocation(file: descriptor.file) : place
  }
}

/// Records the descriptor of each file and type. Two files with the same name would overwrite each other, and two types
/// with the same name wouldn't compile.
struct OutputOwners {
  /// The file name of the descriptor that generates a file or declares a type, by the name of the file or type.
  private var files: [String: String] = [:]
  private var types: [String: String] = [:]

  /// - Returns: The problem with the claim, or `nil`.
  mutating func add(_ claim: OutputClaim, of file: GeneratedFile) -> Diagnostic? {
    // A case-insensitive file system treats `Acme.swift` and `ACME.swift` as one file.
    if let owner = files.updateValue(claim.fileName, forKey: file.path.lowercased()) {
      let message = "\(owner) already generates \(file.path); set another name with 'swift.type'"
      return Diagnostic(.names.nameConflict, message, at: claim.types[0].place)
    }
    for type in claim.types {
      guard let owner = types.updateValue(claim.fileName, forKey: type.name) else { continue }
      let message = "\(owner) already declares \(type.name); set another name with 'swift.type'"
      return Diagnostic(.names.nameConflict, message, at: type.place)
    }
    return nil
  }
}
