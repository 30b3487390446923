import AuthDescriptor
import AuthGenerator

/// The Swift types that a descriptor declares, and where it names them.
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

  /// Where the type is stated, or the file's beginning if that is in a file of the catalog.
  private static func place(of face: LoadedDescriptor, in descriptor: LoadedDescriptor) -> SourceLocation {
    let place = face.location(of: ["swift", "type"])
    return place.file.hasPrefix(SourceLocation.builtInPrefix) ? SourceLocation(file: descriptor.file) : place
  }
}

/// Which descriptor makes which file and declares which types: two files of one name would overwrite each other, and two
/// types of one name would not compile.
struct OutputOwners {
  /// The file name of the descriptor that makes a file or declares a type.
  private var files: [String: String] = [:]
  private var types: [String: String] = [:]

  /// - Returns: The problem with the claim, or `nil`.
  mutating func add(_ claim: OutputClaim, of file: GeneratedFile) -> Diagnostic? {
    // A case-insensitive file system takes `Acme.swift` and `ACME.swift` for one file.
    if let owner = files.updateValue(claim.fileName, forKey: file.path.lowercased()) {
      let message = "\(owner) becomes \(file.path) already; state another name with 'swift.type'"
      return Diagnostic(.names.nameConflict, message, at: claim.types[0].place)
    }
    for type in claim.types {
      guard let owner = types.updateValue(claim.fileName, forKey: type.name) else { continue }
      let message = "\(owner) declares \(type.name) already; state another name with 'swift.type'"
      return Diagnostic(.names.nameConflict, message, at: type.place)
    }
    return nil
  }
}
