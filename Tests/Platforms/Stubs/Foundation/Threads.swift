// SDK: NSThread.h, NSOperation.h. macOS 10.12, iOS 10.0.

open class Thread: NSObject, @unchecked Sendable {
  public class func detachNewThread(_ block: @escaping @Sendable () -> Void) {}
  public class func sleep(forTimeInterval interval: TimeInterval) {}
}

open class OperationQueue: NSObject, @unchecked Sendable {}
