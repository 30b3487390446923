// The declarations of Apple's Dispatch that the sources use, without implementations.

open class DispatchQueue: @unchecked Sendable {
  public struct Attributes: OptionSet, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
    public static let concurrent = Attributes(rawValue: 1 << 1)
  }

  public init(label: String, attributes: Attributes = []) {}
  public class func concurrentPerform(iterations: Int, execute work: (Int) -> Void) {}
  public class func global(qos: DispatchQoS.QoSClass = .default) -> DispatchQueue { fatalError() }
  public func async(execute work: @escaping @Sendable @convention(block) () -> Void) {}
}

public struct DispatchQoS: Sendable {
  public enum QoSClass: Sendable {
    case `default`
  }
}

open class DispatchSemaphore: @unchecked Sendable {
  public init(value: Int) {}
  public func wait() {}
  @discardableResult public func signal() -> Int { 0 }
}
