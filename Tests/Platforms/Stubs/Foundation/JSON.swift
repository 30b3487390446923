// SDK: NSJSONSerialization.h. macOS 10.7, iOS 5.0

open class JSONSerialization: NSObject {
  public struct ReadingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }

  open class func jsonObject(with data: Data, options: ReadingOptions = []) throws -> Any { data }
}
