// SDK: NSFileManager.h, NSFileHandle.h, NSTask.h

extension FileManager {
  // SDK: macOS 10.8, iOS 7.0
  public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? { nil }
}

open class FileHandle: NSObject, @unchecked Sendable {
  public convenience init?(forReadingAtPath path: String) { nil }
  open class var nullDevice: FileHandle { FileHandle() }
  @available(macOS 10.15.4, iOS 13.4, watchOS 6.2, tvOS 13.4, *)
  public func readToEnd() throws -> Data? { nil }
}

#if os(macOS)
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
