// SDK: NSFileManager.h, NSFileHandle.h, NSTask.h

#if canImport(Darwin)
  extension FileManager {
    // SDK: macOS 10.8, iOS 7.0
    public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? { nil }
  }
#endif

// SDK: objc.h
public struct ObjCBool: ExpressibleByBooleanLiteral, Sendable {
  public init(booleanLiteral value: Bool) {}
  public var boolValue: Bool { false }
}

extension FileManager {
  public func fileExists(atPath path: String, isDirectory: UnsafeMutablePointer<ObjCBool>?) -> Bool { false }
}

open class FileHandle: NSObject, @unchecked Sendable {
  public convenience init?(forReadingAtPath path: String) { nil }
  public convenience init(fileDescriptor: Int32, closeOnDealloc: Bool) { fatalError() }
  open class var standardInput: FileHandle { FileHandle() }
  open class var standardOutput: FileHandle { FileHandle() }
  open class var standardError: FileHandle { FileHandle() }
  open class var nullDevice: FileHandle { FileHandle() }
  @available(Windows, unavailable)
  open var fileDescriptor: Int32 { 0 }
  open var availableData: Data { Data() }
  @available(macOS 10.15.4, iOS 13.4, watchOS 6.2, tvOS 13.4, *)
  public func read(upToCount count: Int) throws -> Data? { nil }
  @available(macOS 10.15.4, iOS 13.4, watchOS 6.2, tvOS 13.4, *)
  public func write<Bytes: DataProtocol>(contentsOf data: Bytes) throws {}
  @available(macOS 10.15, iOS 13.0, watchOS 6.0, tvOS 13.0, *)
  public func synchronize() throws {}
  @available(macOS 10.15, iOS 13.0, watchOS 6.0, tvOS 13.0, *)
  public func close() throws {}
  @available(macOS 10.15.4, iOS 13.4, watchOS 6.2, tvOS 13.4, *)
  public func readToEnd() throws -> Data? { nil }
}

#if os(macOS) || !canImport(Darwin)
  open class Process: NSObject, @unchecked Sendable {
    // SDK: macOS 10.13
    open var executableURL: URL?
    open func run() throws {}
    open var arguments: [String]?
    open var environment: [String: String]?
    open var standardInput: Any?
    open var standardOutput: Any?
    open var standardError: Any?
    open var terminationStatus: Int32 { 0 }
    // SDK: macOS 10.7
    open var terminationHandler: (@Sendable (Process) -> Void)?
  }
#endif
