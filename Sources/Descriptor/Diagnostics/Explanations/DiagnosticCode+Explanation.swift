extension DiagnosticCode {
  /// What the rule means. A new code does not compile before it has a text.
  public var explanation: Explanation {
    switch self {
    case .unreadableFile: .unreadableFile
    case .fileTooLarge: .fileTooLarge
    case .forbiddenCharacter: .forbiddenCharacter
    case .invalidYAML: .invalidYAML
    case .duplicateKey: .duplicateKey
    case .notPlainYAML: .notPlainYAML
    case .unknownKey: .unknownKey
    case .wrongType: .wrongType
    case .unknownWord: .unknownWord
    case .missingKey: .missingKey
    case .notSupported: .notSupported
    case .unknownDescriptor: .unknownDescriptor
    case .extendsCycle: .extendsCycle
    case .extendsDepth: .extendsDepth
    case .abstractDescriptor: .abstractDescriptor
    case .invalidIdentifier: .invalidIdentifier
    case .nameConflict: .nameConflict
    case .optionalNoneCase: .optionalNoneCase
    case .invalidWireName: .invalidWireName
    case .idFileMismatch: .idFileMismatch
    case .nearMissMetadata: .nearMissMetadata
    case .missingEndpoint: .missingEndpoint
    case .invalidURL: .invalidURL
    case .insecureURL: .insecureURL
    case .undeclaredVariable: .undeclaredVariable
    case .unanchoredVariable: .unanchoredVariable
    case .unusedVariable: .unusedVariable
    case .invalidExample: .invalidExample
    case .protocolParameter: .protocolParameter
    case .unknownParameter: .unknownParameter
    case .unknownScope: .unknownScope
    case .emptyValues: .emptyValues
    case .valuesWithoutEnum: .valuesWithoutEnum
    case .repeatedItem: .repeatedItem
    case .withoutEffect: .withoutEffect
    case .logoutEndpoint: .logoutEndpoint
    case .logoutParameterConflict: .logoutParameterConflict
    case .clientAuthentication: .clientAuthentication
    case .invalidTemplate: .invalidTemplate
    case .unknownTemplate: .unknownTemplate
    case .invalidOutput: .invalidOutput
    case .unwritableOutput: .unwritableOutput
    case .staleOutput: .staleOutput
    }
  }
}
