import AuthDescriptor
import AuthRuntime
import Foundation

/// A server's published metadata and its location.
@dynamicMemberLookup
struct ServerDocument: Sendable {
  var url: URL
  var metadata: PublishedMetadata

  init(url: URL, fields: [String: JSONValue]) {
    self.url = url
    metadata = PublishedMetadata(fields: fields)
  }

  subscript<Value>(dynamicMember member: WritableKeyPath<PublishedMetadata, Value>) -> Value {
    get { metadata[keyPath: member] }
    set { metadata[keyPath: member] = newValue }
  }

  subscript<Value>(dynamicMember member: KeyPath<PublishedMetadata, Value>) -> Value {
    metadata[keyPath: member]
  }

  /// A string.
  func text(_ name: String) -> String? { metadata.text(name) }

  /// The distinct strings of a list, or `nil` if the metadata doesn't contain it.
  func list(_ name: String) -> [String]? { metadata.list(name) }

  func flag(_ name: String) -> Bool? { metadata.flag(name) }
}
