/// A group of related codes. Each code is a stored property, and reflection lists them, so that none can be forgotten.
package protocol DiagnosticArea: Sendable {
  /// The area's heading in the documentation.
  var title: String { get }
}

extension DiagnosticArea {
  /// The codes, in the order of their declarations.
  package var codes: [DiagnosticCode] { Mirror(reflecting: self).children.compactMap { $0.value as? DiagnosticCode } }
}

/// All areas, in the order in which the documentation shows them.
package struct DiagnosticAreas: Sendable {
  fileprivate let files = FileCodes()
  fileprivate let language = LanguageCodes()
  fileprivate let names = NameCodes()
  fileprivate let urls = URLCodes()
  fileprivate let values = ValueCodes()
  fileprivate let security = SecurityCodes()
  fileprivate let messages = MessageCodes()
  fileprivate let generation = GenerationCodes()
  fileprivate let lock = LockCodes()

  /// The areas, listed by reflection.
  package var all: [any DiagnosticArea] {
    Mirror(reflecting: self).children.compactMap { $0.value as? any DiagnosticArea }
  }
}

extension DiagnosticCode {
  package static let areas = DiagnosticAreas()

  package static var files: FileCodes { areas.files }
  package static var language: LanguageCodes { areas.language }
  package static var names: NameCodes { areas.names }
  package static var urls: URLCodes { areas.urls }
  package static var values: ValueCodes { areas.values }
  package static var security: SecurityCodes { areas.security }
  package static var messages: MessageCodes { areas.messages }
  package static var generation: GenerationCodes { areas.generation }
  package static var lock: LockCodes { areas.lock }
}
