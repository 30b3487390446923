import AuthConfiguration

/// The rules for the names of a descriptor.
enum IdentityChecks {
  /// The ID must match the file name, because everything that refers to a provider uses it.
  @Sendable static func id(_ context: CheckContext) -> [Diagnostic] {
    let id = context.descriptor.id
    let stem = context.file.fileStem
    let implied = context.file.isAppDescriptor ? AppDescriptor.id(of: stem) : stem
    guard isID(id) else {
      let isOfFile = context.file.isAppDescriptor && id == implied
      let subject = isOfFile ? "the file name '\(stem)' isn't a valid ID" : "'\(id)' isn't a valid ID"
      let message = "\(subject); use lowercase letters, digits, and hyphens, such as 'acme-login'"
      let note = "rename the file, for example to 'acme-login\(AppDescriptor.ending)', or set 'id'"
      return [context.finding(.names.invalidIdentifier, message, at: "id", note: isOfFile ? note : nil)]
    }
    // If the file name isn't a valid ID, the descriptor's ID always differs from it.
    let isFree = context.isVariant || (context.file.isAppDescriptor && !isID(implied))
    guard isFree || id == implied else {
      let message = "the ID '\(id)' differs from the file name '\(stem)'; rename one of them"
      return [context.finding(.names.idFileMismatch, message, at: "id")]
    }
    return []
  }

  /// The name must be short, because it's used in sentences.
  @Sendable static func name(_ context: CheckContext) -> [Diagnostic] {
    guard context.descriptor.name.count > 60 else { return [] }
    return [context.finding(.names.invalidIdentifier, "the name is too long; use at most 60 characters", at: "name")]
  }

  private static func isID(_ id: String) -> Bool {
    let isPlain = id.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "-") }
    return isPlain && id.first?.isLetter == true && id.count <= 40
  }

  /// The type must be an identifier that doesn't hide a name in the generated code.
  @Sendable static func swiftType(_ context: CheckContext) -> [Diagnostic] {
    let type = context.descriptor.swiftType
    let isWritten = context.tree["swift"]?["type"] != nil
    // If the ID is invalid, only that is reported.
    if !isWritten, !isID(context.descriptor.id) { return [] }
    let location = context.tree.location(of: isWritten ? ["swift", "type"] : ["id"])
    let isUpperCamel = type.isPlainIdentifier && type.first?.isUppercase == true && type.count <= 40
    guard isUpperCamel else {
      let message = "'\(type)' isn't a valid name for a Swift type; use letters and digits, such as 'AcmeLogin'"
      return [Diagnostic(.names.invalidIdentifier, message, at: location, note: "set another name with 'swift.type'")]
    }
    guard !ReservedNames.types.contains(type) else {
      let message = "'\(type)' is already a name in generated code"
      return [Diagnostic(.names.nameConflict, message, at: location, note: "set another name with 'swift.type'")]
    }
    guard !ReservedNames.ecosystem.contains(type) else {
      let message = "'\(type)' would hide the type of the same name from Swift or Foundation in the app's module"
      return [Diagnostic(.names.nameConflict, message, at: location, note: "set another name with 'swift.type'")]
    }
    return []
  }
}
