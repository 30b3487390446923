import AuthConfiguration

/// What a descriptor is called.
enum IdentityChecks {
  /// An id is a file stem, and everything that refers to a provider uses it.
  @Sendable static func id(_ context: CheckContext) -> [Diagnostic] {
    let id = context.descriptor.id
    let stem = context.file.fileStem
    let implied = context.file.isAppDescriptor ? AppDescriptor.id(of: stem) : stem
    guard isID(id) else {
      let isOfFile = context.file.isAppDescriptor && id == implied
      let subject = isOfFile ? "the file's name '\(stem)' gives no id" : "'\(id)' is no id"
      let message = "\(subject); expected small letters, digits and hyphens, such as 'acme-login'"
      let note = "rename the file, such as to 'acme-login\(AppDescriptor.ending)', or state 'id'"
      return [context.finding(.names.invalidIdentifier, message, at: "id", note: isOfFile ? note : nil)]
    }
    // Whoever states an id because the file's name gives none need not hear that they differ.
    let isFree = context.isVariant || (context.file.isAppDescriptor && !isID(implied))
    guard isFree || id == implied else {
      let message = "the id '\(id)' differs from the file's name '\(stem)'"
      return [context.finding(.names.idFileMismatch, message, at: "id")]
    }
    return []
  }

  /// A name stands in the middle of sentences.
  @Sendable static func name(_ context: CheckContext) -> [Diagnostic] {
    guard context.descriptor.name.count > 60 else { return [] }
    return [context.finding(.names.invalidIdentifier, "the name has more than 60 characters", at: "name")]
  }

  private static func isID(_ id: String) -> Bool {
    let isPlain = id.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "-") }
    return isPlain && id.first?.isLetter == true && id.count <= 40
  }

  /// The type must be an identifier that hides nothing which the generated code uses.
  @Sendable static func swiftType(_ context: CheckContext) -> [Diagnostic] {
    let type = context.descriptor.swiftType
    let isWritten = context.tree["swift"]?["type"] != nil
    // Of a bad id nothing else is said.
    if !isWritten, !isID(context.descriptor.id) { return [] }
    let location = context.tree.location(of: isWritten ? ["swift", "type"] : ["id"])
    let isUpperCamel = type.isPlainIdentifier && type.first?.isUppercase == true && type.count <= 40
    guard isUpperCamel else {
      let message = "'\(type)' is no name for a Swift type; expected letters and digits, such as 'AcmeLogin'"
      return [Diagnostic(.names.invalidIdentifier, message, at: location, note: "'swift.type' states another name")]
    }
    guard !ReservedNames.types.contains(type) else {
      let message = "generated code uses the name '\(type)' itself"
      return [Diagnostic(.names.nameConflict, message, at: location, note: "'swift.type' states another name")]
    }
    guard !ReservedNames.ecosystem.contains(type) else {
      let message = "'\(type)' would hide the type '\(type)' of Swift or Foundation in the app's module"
      return [Diagnostic(.names.nameConflict, message, at: location, note: "'swift.type' states another name")]
    }
    return []
  }
}
