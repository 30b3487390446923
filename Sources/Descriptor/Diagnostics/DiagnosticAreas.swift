/// A group of related codes. Each code is a stored property, and reflection lists them, so that none can be forgotten.
package protocol DiagnosticArea: Sendable {
  /// The area's heading in the documentation.
  var title: String { get }
}

extension DiagnosticArea {
  /// The codes, in the order of their declarations.
  package var codes: [DiagnosticCode] { Mirror(reflecting: self).children.compactMap { $0.value as? DiagnosticCode } }
}

extension DiagnosticCode {
  package static let files = FileCodes()
  package static let language = LanguageCodes()
  package static let names = NameCodes()
  package static let urls = URLCodes()
  package static let values = ValueCodes()
  package static let security = SecurityCodes()
  package static let messages = MessageCodes()
  package static let generation = GenerationCodes()
  package static let lock = LockCodes()

  /// All areas, in the order in which the documentation shows them. A test finds one that is missing. Reflection would
  /// take a fifth of the time of `authgen explain`.
  package static let areas: [any DiagnosticArea] = [
    files, language, names, urls, values, security, messages, generation, lock,
  ]
}
