/// What must be there before a typed descriptor can be made.
enum CompletenessChecks {
  static func check(_ merged: LocatedNode, own: LocatedNode) -> [Diagnostic] {
    if own["abstract"]?.flag == true { return [abstract(own)] }
    // What an environment or a variant lacks shows when it is merged.
    return ShapeCheck.missingKeys(merged.without(["environments", "variants"]))
  }

  private static func abstract(_ own: LocatedNode) -> Diagnostic {
    let message = "a family is no provider; extend it from a descriptor of your own"
    return Diagnostic(.files.abstractDescriptor, message, at: own.location(of: ["abstract"]))
  }
}
