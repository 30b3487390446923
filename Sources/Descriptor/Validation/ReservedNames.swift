/// Names that are already used by generated code or by the protocols that it conforms to.
enum ReservedNames {
  /// Types in generated files. A provider's or a parameter's type with the same name would hide them. A test finds one that
  /// is missing.
  static let types: Set<String> = [
    "AccessGrant", "Any", "Array", "AudienceChoosing", "AuthClient", "AuthEnvironment", "AuthFailure", "AuthProvider",
    "AuthRuntime", "AuthorizationDetail", "Detail", "DetailMembers", "DetailObject", "DetailRequesting", "JSONValue",
    "AuthScope", "BackchannelAuthenticating", "BackchannelAuthentication", "BackchannelRequest",
    "AuthUser", "AuthorizationParameters", "Bool", "CaseIterable", "ClaimFailure", "Claims", "Client", "Date",
    "DescribedProvider", "Double", "Duration", "EmailClaims", "Error", "ErrorCode", "Failure", "Foundation", "Int",
    "AnyErrorCode", "ClientCredentialsGranting", "Credential", "DeviceAuthorizing", "DeviceCode", "TokenIntrospecting",
    "UserInfoProviding",
    "ExtendedGraphemeClusterLiteralType", "Never", "Optional", "ProfileClaims", "Protocol", "Provider",
    "ProviderConfiguration", "RawValue", "StringLiteralType", "UnicodeScalarLiteralType", "ProviderErrorCode",
    "Redirect", "RequiredRuntime", "RequiresAuthRuntime", "Scope", "Secret", "Self", "Sendable", "SessionDescribing",
    "SessionEnding", "SessionValue",
    "String", "Swift", "TokenRefreshing",
    "TokenRevoking", "Type", "URL", "User", "Void", "API", "AuthorizationGrant", "Backend", "BackendExchange",
    "BackendAuthorization", "BackendFirstPartyStep", "BackendSignIn", "ClientCredentials", "DirectAuthorization",
    "DirectSignIn", "DPoPPolicy", "FirstPartyInput", "FirstPartyAuthenticating", "FirstPartyStart", "FirstPartyStep",
    "ResourceServer",
    "ResponseDecoding", "TokenCachePolicy", "TokenRequestSigning",
    "UserInfoRequestSigning", "ExchangeRequest", "ExchangedToken", "JWTBearerGranting", "ServiceAccount",
    "SubjectToken",
    "TokenExchanging", "AddressClaims", "ClientCertificate", "ClientKey", "PendingAuthorization", "PhoneClaims",
    "ResponseFields", "ScopeValue", "TypedResponseFields",
  ]
  /// Types that generated code uses only outside the provider's type, where a nested type doesn't hide them.
  static let allowedNestedTypes: Set<String> = ["ClientCertificate", "ClientKey", "Duration", "PendingAuthorization"]
  /// Common types of Swift and Foundation. A client with the same name would hide the type in the app's whole module.
  static let ecosystem: Set<String> = [
    "Actor", "AnyHashable", "ArraySlice", "AsyncSequence", "AsyncStream", "AsyncThrowingStream", "AttributedString",
    "BidirectionalCollection", "BinaryInteger", "Bundle", "ByteCountFormatter", "Calendar", "CancellationError",
    "Character",
    "CharacterSet", "Clock", "ClosedRange", "Codable", "CodingKey", "CodingUserInfoKey", "Collection", "Comparable",
    "ContinuousClock", "Data", "DateComponents", "DateFormatter", "DateInterval", "Decimal", "Decodable", "Decoder",
    "Dictionary", "Dimension", "DispatchQueue", "Encodable", "Encoder", "Equatable", "Executor", "FileHandle",
    "FileManager",
    "Float", "Formatter", "Hashable", "Hasher", "Host", "HTTPCookie", "HTTPURLResponse", "Identifiable", "IndexPath",
    "IndexSet", "InputStream", "Int16", "Int32", "Int64", "Int8", "IteratorProtocol", "JSONDecoder", "JSONEncoder",
    "JSONSerialization", "KeyPath", "KeyValuePairs", "Locale", "LocalizedError", "MainActor", "Measurement", "Mirror",
    "Notification", "NotificationCenter", "Numeric", "ObjectIdentifier", "Operation", "OperationQueue", "OptionSet",
    "OutputStream", "Pipe", "Port", "Predicate", "Process", "ProcessInfo", "Progress", "PropertyListDecoder",
    "PropertyListEncoder", "RandomAccessCollection", "RandomNumberGenerator", "Range", "RawRepresentable", "Regex",
    "Result",
    "RunLoop", "Scanner", "Sequence", "Set", "SetAlgebra", "Slice", "StaticString", "Stream", "Strideable",
    "StringProtocol",
    "Substring", "SuspendingClock", "Task", "TaskGroup", "TaskLocal", "Thread", "ThrowingTaskGroup", "TimeInterval",
    "Timer",
    "TimeZone", "UInt", "UInt16", "UInt32", "UInt64", "UInt8", "Unicode", "Unit", "URLCache", "URLComponents",
    "URLCredential", "URLQueryItem", "URLRequest", "URLResponse", "URLSession", "UserDefaults", "UUID",
  ]
  private static let initializer: Set<String> = [
    "clientID", "clientSecret", "redirect", "environment", "provider", "settings",
  ]

  /// Additional arguments of an API's initializer.
  private static let resourceServer: Set<String> = ["audiences", "cache", "client", "dpop"]

  /// The arguments of the generated initializers, with those that only some clients have.
  static func initializer(of descriptor: ProviderDescriptor) -> Set<String> {
    let own = [("key", descriptor.keyUse), ("certificate", descriptor.certificateUse)]
    return initializer.union(own.filter { $0.1 != .none }.map(\.0))
      .union(descriptor.hasResources ? resourceServer : []).union(descriptor.environments.isEmpty ? [] : ["site"])
  }
  static let signIn: Set<String> = ["scopes", "parameters", "timeout", "offlineAccess", "variables", "redirectURI"]
  static let details: Set<String> = ["details"]
  static let resources: Set<String> = ["resources"]
  /// Names in the enumeration of authorization details.
  static let detailCases: Set<String> = ["other", "json", "hash", "hashValue", "self", "init", "Type", "Protocol"]
  /// Names in the type of an exchange's request.
  static let exchanges: Set<String> = ["self", "init", "Type", "Protocol"]
  /// The arguments and the variable of an exchange's function.
  static let exchangeArguments: Set<String> = ["subject", "actor", "audience", "resource", "scopes", "request", "self"]
  /// Names in the type of a detail.
  static let detailFields: Set<String> = ["members", "hash", "hashValue", "self", "init", "Type", "Protocol"]
  /// Additional names for signing in on another device.
  static let device: Set<String> = ["show"]
  /// Names in the method that asks the user to approve a sign-in on their device.
  static let backchannel: Set<String> = signIn.subtracting(["timeout"]).union([
    "hint", "as", "bindingMessage", "userCode", "acrValues", "requestedExpiry", "onRequest", "request",
  ])
  /// Names in the method that starts a sign-in without a browser.
  static let firstParty: Set<String> = signIn.union(["start", "session"])
  static let fields: Set<String> = ["values", "hash", "hashValue", "self", "init"]
  static let signOut: Set<String> = ["flags", "timeout"]
  static let scopes: Set<String> = ["defaults", "rawValue", "description", "hashValue", "self", "init"]
  static let cases: Set<String> = ["allCases", "rawValue", "hashValue", "self", "init", "Type", "Protocol"]
  static let userOfEveryProvider: Set<String> = ["claims", "subject", "id", "hash", "hashValue"]

  /// Returns the members that a group of standard claims adds (OpenID Connect Core 1.0 §5.1).
  static func user(_ group: ProviderDescriptor.Claims.Group) -> Set<String> {
    switch group {
    case .profile:
      [
        "name", "givenName", "familyName", "middleName", "nickname", "preferredUsername", "profile", "picture",
        "website", "gender", "birthdate", "zoneinfo", "locale", "updatedAt",
      ]
    case .email: ["email", "emailVerified", "isEmailVerified"]
    case .phone: ["phoneNumber", "phoneNumberVerified", "isPhoneNumberVerified"]
    case .address: ["address"]
    }
  }
}
