// Apple's Dispatch, as far as the sources use it. Nothing works.

open class DispatchQueue: @unchecked Sendable {
  public class func global(qos: DispatchQoS.QoSClass = .default) -> DispatchQueue { fatalError() }
  public func async(execute work: @escaping @Sendable @convention(block) () -> Void) {}
}

public struct DispatchQoS: Sendable {
  public enum QoSClass: Sendable {
    case `default`
  }
}
