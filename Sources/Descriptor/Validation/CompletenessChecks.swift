/// The keys that a typed descriptor requires.
enum CompletenessChecks {
  static func check(_ merged: LocatedNode, own: LocatedNode) -> [Diagnostic] {
    if own["abstract"]?.flag == true { return [abstract(own)] }
    // Keys that are missing from an environment or a variant are reported after it's merged.
    return ShapeCheck.missingKeys(merged.without(["environments", "variants"]))
  }

  private static func abstract(_ own: LocatedNode) -> Diagnostic {
    let message = "a family isn't a provider; write a descriptor that extends it"
    return Diagnostic(.files.abstractDescriptor, message, at: own.location(of: ["abstract"]))
  }
}
