/// What must be there before a typed descriptor can be made.
enum CompletenessRules {
  static func check(_ merged: LocatedNode, own: LocatedNode) -> [Diagnostic] {
    if own["abstract"]?.flag == true { return [abstract(own)] }
    guard merged["server"]?["issuer"] != nil else { return [withoutIssuer(merged, own)] }
    return ShapeCheck.missingKeys(merged)
  }

  private static func abstract(_ own: LocatedNode) -> Diagnostic {
    let message = "a family is no provider; extend it from a descriptor of your own"
    return Diagnostic(.abstractDescriptor, message, at: own.location(of: ["abstract"]))
  }

  private static func withoutIssuer(_ merged: LocatedNode, _ own: LocatedNode) -> Diagnostic {
    let message = "'server.issuer' is missing; a provider without an issuer (plain OAuth 2.0) is not yet supported"
    let location = own["server"] == nil ? own.location : merged.location(of: ["server"])
    return Diagnostic(.missingKey, message, at: location)
  }
}
