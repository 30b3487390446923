/// What a descriptor is called.
enum IdentityRules {
  /// An id is a file stem, and everything that refers to a provider uses it.
  @Sendable static func id(_ context: RuleContext) -> [Diagnostic] {
    let id = context.descriptor.id
    let isPlain = id.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "-") }
    guard isPlain, id.first?.isLetter == true, id.count <= 40 else {
      let message = "'\(id)' is no id; expected small letters, digits and hyphens, such as 'acme-login'"
      return [context.error(.invalidIdentifier, message, at: "id")]
    }
    guard id == context.file.fileStem else {
      let message = "the id '\(id)' differs from the file's name '\(context.file.fileStem)'"
      return [context.warning(.idFileMismatch, message, at: "id")]
    }
    return []
  }

  /// The type must be an identifier that hides nothing which the generated code uses.
  @Sendable static func swiftType(_ context: RuleContext) -> [Diagnostic] {
    let type = context.descriptor.swiftType
    let isUpperCamel = type.isPlainIdentifier && type.first?.isUppercase == true && type.count <= 40
    guard isUpperCamel else {
      let message = "'\(type)' is no name for a Swift type; expected letters and digits, such as 'AcmeLogin'"
      return [context.error(.invalidIdentifier, message, at: "swift", "type", note: "'swift.type' states another name")]
    }
    guard !ReservedNames.types.contains(type) else {
      let message = "generated code uses the name '\(type)' itself"
      return [context.error(.nameConflict, message, at: "swift", "type", note: "'swift.type' states another name")]
    }
    return []
  }
}
