/// The name of a rule. A code never changes its meaning, so it can be searched for.
public enum DiagnosticCode: String, Sendable, CaseIterable {
  // Files and YAML
  case unreadableFile = "unreadable-file"
  case fileTooLarge = "file-too-large"
  case forbiddenCharacter = "forbidden-character"
  case invalidYAML = "invalid-yaml"
  case duplicateKey = "duplicate-key"
  case notPlainYAML = "not-plain-yaml"

  // The language
  case unknownKey = "unknown-key"
  case wrongType = "wrong-type"
  case invalidExpression = "invalid-expression"
  case unknownWord = "unknown-word"
  case missingKey = "missing-key"
  case notSupported = "not-supported"

  // Families
  case unknownDescriptor = "unknown-descriptor"
  case extendsCycle = "extends-cycle"
  case extendsDepth = "extends-depth"
  case abstractDescriptor = "abstract-descriptor"

  // Meaning
  case invalidIdentifier = "invalid-identifier"
  case nameConflict = "name-conflict"
  case optionalNoneCase = "optional-none-case"
  case invalidWireName = "invalid-wire-name"
  case idFileMismatch = "id-file-mismatch"
  case nearMissMetadata = "near-miss-metadata"
  case missingEndpoint = "missing-endpoint"
  case invalidURL = "invalid-url"
  case insecureURL = "insecure-url"
  case undeclaredVariable = "undeclared-variable"
  case unanchoredVariable = "unanchored-variable"
  case unusedVariable = "unused-variable"
  case invalidExample = "invalid-example"
  case protocolParameter = "protocol-parameter"
  case parameterConflict = "parameter-conflict"
  case unknownParameter = "unknown-parameter"
  case unknownScope = "unknown-scope"
  case emptyValues = "empty-values"
  case valuesWithoutEnum = "values-without-enum"
  case repeatedItem = "repeated-item"
  case withoutEffect = "without-effect"
  case logoutEndpoint = "logout-endpoint"
  case logoutParameterConflict = "logout-parameter-conflict"
  case clientAuthentication = "client-authentication"
  case confidentialNative = "confidential-native"
  case unlistedHost = "unlisted-host"
  case userWithoutSource = "user-without-source"
  case userWithoutID = "user-without-id"
  case environmentType = "environment-type"

  // Security
  case weakWithoutReason = "weak-without-reason"
  case publicWithoutPKCE = "public-without-pkce"
  case hmacWithoutSecret = "hmac-without-secret"
  case secretInBrowser = "secret-in-browser"
  case differentDomains = "different-domains"

  // Provenance
  case invalidDay = "invalid-day"
  case outdatedFacts = "outdated-facts"

  // Generation
  case invalidTemplate = "invalid-template"
  case unknownTemplate = "unknown-template"
  case invalidOutput = "invalid-output"
  case unwritableOutput = "unwritable-output"
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
