// SDK: NSString.h, NSCharacterSet.h

public struct CharacterSet: ExpressibleByArrayLiteral, Sendable {
  public init(arrayLiteral elements: Unicode.Scalar...) {}
  // SDK: macOS 10.10, iOS 8.0
  public static var newlines: CharacterSet { CharacterSet() }
  public static var whitespaces: CharacterSet { CharacterSet() }
  public static var whitespacesAndNewlines: CharacterSet { CharacterSet() }
}

extension StringProtocol {
  public func trimmingCharacters(in set: CharacterSet) -> String { "" }
  public func replacingOccurrences<Target: StringProtocol, Replacement: StringProtocol>(
    of target: Target, with replacement: Replacement, options: String.CompareOptions = [],
    range searchRange: Range<Index>? = nil
  ) -> String { "" }
  public func range<Text: StringProtocol>(
    of searchString: Text, options mask: String.CompareOptions = [], range searchRange: Range<Index>? = nil,
    locale: Locale? = nil
  ) -> Range<Index>? { nil }
}
