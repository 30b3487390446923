extension KeyFailure: FailureReason {
  /// The recommended next step.
  public var recovery: Recovery { .fix(.correct, ["reason": explanation]) }

  var explanation: String {
    switch self {
    case .malformed: "the key isn't a valid private key in PEM or JWK format"
    case .unsupportedType(let type): "keys of the type '\(type.plainText(limit: 20))' aren't supported"
    case .unsuitable(let algorithm): "the key can't sign with \(algorithm.rawValue)"
    }
  }
}
