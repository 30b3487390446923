// SDK: NSObject.h, NSString.h, NSDictionary.h, NSValue.h, CoreFoundation. Without Objective-C these are Swift classes, and
// the classes of CoreFoundation are other names of them.

public protocol NSObjectProtocol: AnyObject {}

open class NSObject: NSObjectProtocol, Hashable {
  public init() {}
  public static func == (one: NSObject, other: NSObject) -> Bool { one === other }
  public func hash(into hasher: inout Hasher) {}
  // In Apple's SDK, these are methods of the protocol, which classes also have.
  public class func responds(to aSelector: Selector!) -> Bool { false }
  public class func perform(_ aSelector: Selector!) -> Unmanaged<AnyObject>! { nil }
}

// In Apple's SDK, this type is in the module ObjectiveC.
public struct Selector: Sendable {}
// swift-format-ignore: AlwaysUseLowerCamelCase
public func NSSelectorFromString(_ aSelectorName: String) -> Selector { Selector() }

open class NSString: NSObject {}
open class NSDictionary: NSObject {}
open class NSNumber: NSObject {
  open var intValue: Int { 0 }
  open var uint64Value: UInt64 { 0 }
}

public typealias CFTypeRef = AnyObject
public typealias CFString = NSString
public typealias CFDictionary = NSDictionary
public final class CFAllocator {}
public final class CFError {}

extension String: _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSString { NSString() }
  public static func _forceBridgeFromObjectiveC(_ source: NSString, result: inout String?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSString, result: inout String?) -> Bool { false }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSString?) -> String { "" }
}

extension Dictionary: _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSDictionary { NSDictionary() }
  public static func _forceBridgeFromObjectiveC(_ source: NSDictionary, result: inout Dictionary?) {}
  public static func _conditionallyBridgeFromObjectiveC(
    _ source: NSDictionary, result: inout Dictionary?
  ) -> Bool { false }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSDictionary?) -> Dictionary { [:] }
}

open class Bundle: NSObject, @unchecked Sendable {
  open class var main: Bundle { Bundle() }
  open var bundleURL: URL { fatalError() }
  open var executablePath: String? { fatalError() }
}

open class NSUserActivity: NSObject {
  open var webpageURL: URL?
}
