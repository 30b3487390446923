/// What must be there before a typed descriptor can be made.
enum CompletenessRules {
  static func check(_ merged: LocatedNode, own: LocatedNode) -> [Diagnostic] {
    if own["abstract"]?.flag == true { return [abstract(own)] }
    return ShapeCheck.missingKeys(merged)
  }

  private static func abstract(_ own: LocatedNode) -> Diagnostic {
    let message = "a family is no provider; extend it from a descriptor of your own"
    return Diagnostic(.abstractDescriptor, message, at: own.location(of: ["abstract"]))
  }
}
