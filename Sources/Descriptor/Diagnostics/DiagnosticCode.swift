/// The name of a rule. A code never changes its meaning, so it can be searched for.
public enum DiagnosticCode: String, Sendable, CaseIterable {
  // Files and YAML
  /// A file cannot be read, or is not UTF-8 text.
  case unreadableFile = "unreadable-file"
  /// A file is longer than 256 KiB.
  case fileTooLarge = "file-too-large"
  /// A text has a control character, or one that is invisible or changes the direction of writing.
  case forbiddenCharacter = "forbidden-character"
  /// The file is not YAML.
  case invalidYAML = "invalid-yaml"
  /// A key stands twice in one map.
  case duplicateKey = "duplicate-key"
  /// Anchors, aliases, merge keys, tags and keys that are not text are not part of the language.
  case notPlainYAML = "not-plain-yaml"

  // The language
  /// A key is none of the language at this place.
  case unknownKey = "unknown-key"
  /// A value is of another kind than the key wants: a list instead of text, say.
  case wrongType = "wrong-type"
  /// A text does not follow the small language of its place, such as a path or a template.
  case invalidExpression = "invalid-expression"
  /// A value is none of the words that the key knows.
  case unknownWord = "unknown-word"
  /// Something that a client cannot do without is not said, here or in a family.
  case missingKey = "missing-key"
  /// A key or word belongs to the language, but this version cannot act on it.
  case notSupported = "not-supported"

  // Families
  /// No descriptor of the catalogue has this id.
  case unknownDescriptor = "unknown-descriptor"
  /// A file extends itself, by way of others or at once.
  case extendsCycle = "extends-cycle"
  /// 'extends' goes through more than 16 files.
  case extendsDepth = "extends-depth"
  /// A descriptor with 'abstract: true' is a family: others extend it, and it makes no client.
  case abstractDescriptor = "abstract-descriptor"

  // Meaning
  /// A name cannot be a name in Swift.
  case invalidIdentifier = "invalid-identifier"
  /// Two things would get one name in Swift.
  case nameConflict = "name-conflict"
  /// A value of an optional parameter, or an error, would become the case 'none'.
  case optionalNoneCase = "optional-none-case"
  /// A name or word has a character that would not arrive as it is.
  case invalidWireName = "invalid-wire-name"
  /// The id is not the file's name without .yaml.
  case idFileMismatch = "id-file-mismatch"
  /// A key of 'server' is nearly the name of metadata that clients use, and is none.
  case nearMissMetadata = "near-miss-metadata"
  /// An endpoint is neither written down nor can be discovered.
  case missingEndpoint = "missing-endpoint"
  /// A URL is not one, or has a part that it must not have at this place: an issuer has neither query nor fragment,
  /// an endpoint has no fragment.
  case invalidURL = "invalid-url"
  /// A URL is not https.
  case insecureURL = "insecure-url"
  /// A URL has a variable that 'variables' does not declare.
  case undeclaredVariable = "undeclared-variable"
  /// A host variable stands elsewhere than as the whole host.
  case unanchoredVariable = "unanchored-variable"
  /// No URL uses a variable.
  case unusedVariable = "unused-variable"
  /// The example of a variable is not a value that the variable could have.
  case invalidExample = "invalid-example"
  /// A descriptor declares a parameter that the protocol itself sends.
  case protocolParameter = "protocol-parameter"
  /// Two things would travel under one name: two parameters or headers of a request, or two parameters of a callback.
  case parameterConflict = "parameter-conflict"
  /// A parameter is named that neither this descriptor nor its family declares.
  case unknownParameter = "unknown-parameter"
  /// A scope is used that 'scopes.values' does not describe.
  case unknownScope = "unknown-scope"
  /// A list is empty that must say something.
  case emptyValues = "empty-values"
  /// A parameter has 'values' and a type that has no choice.
  case valuesWithoutEnum = "values-without-enum"
  /// An item stands twice in a list.
  case repeatedItem = "repeated-item"
  /// What is written changes nothing, for another key switches it off.
  case withoutEffect = "without-effect"
  /// 'logout.endpoint' and 'logout.style' do not fit: the endpoint belongs to 'custom', and 'custom' needs it.
  case logoutEndpoint = "logout-endpoint"
  /// Two things would be sent under one name when a user signs out.
  case logoutParameterConflict = "logout-parameter-conflict"
  /// A client that keeps a secret has no way to present it, or there is no kind of client at all, or a flow is for
  /// clients with a secret and none has one.
  case clientAuthentication = "client-authentication"
  /// Every client of the provider has a secret, and callbacks of apps on devices are allowed.
  case confidentialNative = "confidential-native"
  /// A server says which host is asked next, and the descriptor does not say which hosts it may name.
  case unlistedHost = "unlisted-host"
  /// Facts about the user are read from a place that is not asked.
  case userWithoutSource = "user-without-source"
  /// Without ID tokens nothing says which fact is the user's key.
  case userWithoutID = "user-without-id"
  /// An environment says something that would change generated types.
  case environmentType = "environment-type"

  // Security
  /// The descriptor asks for something that protects less than the standards do.
  case weakWithoutReason = "weak-without-reason"
  /// A client without a secret sends no PKCE challenge either.
  case publicWithoutPKCE = "public-without-pkce"
  /// HS256, HS384 and HS512 are verified with the client's secret.
  case hmacWithoutSecret = "hmac-without-secret"
  /// A template that the browser sees names something secret.
  case secretInBrowser = "secret-in-browser"
  /// 'userinfo.map' reads a token or a secret.
  case secretInUserInfo = "secret-in-userinfo"
  /// The browser is sent to one domain and the code to another.
  case differentDomains = "different-domains"

  // Provenance
  /// A day is not written as year, month and day, such as 2026-09-01, or lies in the future.
  case invalidDay = "invalid-day"
  /// The sources were read more than a year ago.
  case outdatedFacts = "outdated-facts"

  // Generation
  /// A template has a slip: a name that is not in the model, an unknown tag or filter, a tag that is not closed.
  case invalidTemplate = "invalid-template"
  /// A file in the folder of templates has no name of a template, so it has no effect.
  case unknownTemplate = "unknown-template"
  /// What was rendered is not Swift, or declares something that the descriptor does not say.
  case invalidOutput = "invalid-output"
  /// A file cannot be written or removed.
  case unwritableOutput = "unwritable-output"
  /// A generated file is not what its descriptor says, is missing, or has no descriptor any more.
  case staleOutput = "stale-output"
}

extension DiagnosticCode {
  /// No line of the file is to blame, so none is shown.
  var isOfWholeFile: Bool {
    switch self {
    case .fileTooLarge, .unknownTemplate, .unwritableOutput, .staleOutput: true
    default: false
    }
  }

  /// A slip that leaves everything else of the file as it is, so the rules can go on.
  var isIsolated: Bool { self == .unknownKey || self == .notSupported }
}
