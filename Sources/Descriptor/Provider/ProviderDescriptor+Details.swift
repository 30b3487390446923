import AuthConfiguration

extension ProviderDescriptor {
  /// A type of authorization detail, which becomes a Swift type (RFC 9396 §2).
  public struct Detail: Sendable, Hashable {
    /// The name of the detail in Swift.
    public var swiftName: String
    /// The value of `type` in requests.
    public var type: String
    /// The members of the detail.
    public var fields: [DetailField]
    /// A human-readable description, in one sentence.
    public var doc: String?
  }

  /// A member of an authorization detail, or of an object in one.
  public struct DetailField: Sendable, Hashable {
    /// The type of a member's value.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// A string, a whole number, any number, a Boolean, a URL, or any JSON.
      case string, int, number, bool, url, json
      /// One of `values`.
      case `enum`
      /// Any number of `values`.
      case `set`
      /// A list of strings.
      case list
      /// An object with `fields`, or a list of such objects.
      case object, objects
    }

    /// The deepest level of `fields`.
    static let maximumDepth = 3

    /// The name of the member in requests.
    public var name: String
    /// The name of the property in Swift.
    public var swiftName: String
    /// The type of the value.
    public var kind: Kind
    /// The values of an enumeration, in the descriptor's order.
    public var values: [NamedValue]
    /// Whether the member is required. Without it, a call doesn't compile.
    public var isRequired: Bool
    /// The members of an object.
    public var fields: [DetailField]
    /// A human-readable description, in one sentence.
    public var doc: String?

    /// Whether only the listed values may be sent.
    public var isClosed: Bool { kind == .enum || kind == .set }
    /// Whether the value has its own fields.
    public var isObject: Bool { kind == .object || kind == .objects }
  }

  /// The common members that every detail may have (RFC 9396 §2.2).
  public static let commonDetailFields: [DetailField] = [
    common("locations", .list, "The URLs of the APIs."), common("actions", .list, "The actions to take."),
    common("datatypes", .list, "The kinds of data to read or change."),
    common("identifier", .string, "The resource at the API, such as an account."),
    common("privileges", .list, "The levels of privilege."),
  ]

  private static func common(_ name: String, _ kind: DetailField.Kind, _ doc: String) -> DetailField {
    DetailField(name: name, swiftName: name, kind: kind, values: [], isRequired: false, fields: [], doc: doc)
  }
}
