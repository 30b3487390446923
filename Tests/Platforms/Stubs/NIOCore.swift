// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The declarations of swift-nio's NIOCore that AuthTesting uses, without implementations.

// MARK: Event loops

public protocol EventLoopGroup: AnyObject, Sendable {}

public protocol EventLoop: EventLoopGroup {}

extension EventLoop {
  @preconcurrency public func makeCompletedFuture<Success: Sendable>(
    withResultOf body: () throws -> Success
  ) -> EventLoopFuture<Success> { fatalError() }
}

public final class EventLoopFuture<Value>: @unchecked Sendable {
  @available(macOS 10.15, iOS 13.0, watchOS 6.0, tvOS 13.0, *)
  @preconcurrency public func get() async throws -> Value where Value: Sendable { fatalError() }
  @preconcurrency public func whenComplete(_ callback: @escaping @Sendable (Result<Value, any Error>) -> Void) {}
}

public struct EventLoopPromise<Value>: Sendable {}

// MARK: Channels

public enum CloseMode: Sendable {
  case all
}

public protocol ChannelOutboundInvoker {
  func write(_ data: NIOAny, promise: EventLoopPromise<Void>?)
  func writeAndFlush(_ data: NIOAny, promise: EventLoopPromise<Void>?)
  func close(mode: CloseMode, promise: EventLoopPromise<Void>?)
  var eventLoop: any EventLoop { get }
}

extension ChannelOutboundInvoker {
  public func close(
    mode: CloseMode = .all, file: StaticString = #fileID, line: UInt = #line
  ) -> EventLoopFuture<Void> { fatalError() }
}

public protocol Channel: AnyObject, ChannelOutboundInvoker, Sendable {
  var closeFuture: EventLoopFuture<Void> { get }
  var pipeline: ChannelPipeline { get }
  var localAddress: SocketAddress? { get }
}

extension ChannelOutboundInvoker {
  @available(macOS 10.15, iOS 13.0, watchOS 6.0, tvOS 13.0, *)
  public func close(mode: CloseMode = .all, file: StaticString = #fileID, line: UInt = #line) async throws {}
}

extension Channel {
  public func close(mode: CloseMode = .all, promise: EventLoopPromise<Void>?) {}
  @preconcurrency public func write<T: Sendable>(_ data: T, promise: EventLoopPromise<Void>?) {}
  @available(macOS 10.15, iOS 13.0, watchOS 6.0, tvOS 13.0, *)
  @preconcurrency public func writeAndFlush<T: Sendable>(_ data: T) async throws {}
}

public final class ChannelPipeline: @unchecked Sendable {
  public enum Position {
    case last
  }

  public struct SynchronousOperations {
    public enum Position {
      case last
    }

    public func addHandler(
      _ handler: any ChannelHandler, name: String? = nil, position: SynchronousOperations.Position = .last
    ) throws {}
  }

  public var syncOperations: SynchronousOperations { SynchronousOperations() }
}

@available(*, unavailable)
extension ChannelPipeline.SynchronousOperations: Sendable {}

public protocol ChannelOption: Sendable, Equatable {
  associatedtype Value: Sendable
}

public enum ChannelOptions {
  public enum Types {
    public struct SocketOption: ChannelOption {
      public typealias Value = CInt
    }
  }
}

extension ChannelOption where Self == ChannelOptions.Types.SocketOption {
  public static func socketOption(_ name: NIOBSDSocket.Option) -> Self { .init() }
}

public enum NIOBSDSocket {
  public struct Option: Sendable {
    public static let so_reuseaddr = Option()
  }
}

public enum SocketAddress: Sendable {
  public struct UnixSocketAddress: Sendable {}

  case unixDomainSocket(UnixSocketAddress)

  public var port: Int? { nil }
}

// MARK: Handlers

public struct NIOAny {}

@available(*, unavailable)
extension NIOAny: Sendable {}

public protocol ChannelHandler: AnyObject {}

public protocol _ChannelInboundHandler: ChannelHandler {
  func channelRead(context: ChannelHandlerContext, data: NIOAny)
  func errorCaught(context: ChannelHandlerContext, error: any Error)
}

public protocol _EmittingChannelHandler {
  associatedtype OutboundOut = Never
}

extension _EmittingChannelHandler {
  public func wrapOutboundOut(_ value: OutboundOut) -> NIOAny { NIOAny() }
}

public protocol ChannelInboundHandler: _ChannelInboundHandler, _EmittingChannelHandler {
  associatedtype InboundIn
  associatedtype InboundOut = Never
}

extension _ChannelInboundHandler {
  public func errorCaught(context: ChannelHandlerContext, error: any Error) {}
}

extension ChannelInboundHandler {
  public func unwrapInboundIn(_ value: NIOAny) -> InboundIn { fatalError() }
}

public final class ChannelHandlerContext: ChannelOutboundInvoker {
  public var channel: any Channel { fatalError() }
  public var eventLoop: any EventLoop { fatalError() }
  public func write(_ data: NIOAny, promise: EventLoopPromise<Void>?) {}
  public func writeAndFlush(_ data: NIOAny, promise: EventLoopPromise<Void>?) {}
  public func close(mode: CloseMode = .all, promise: EventLoopPromise<Void>?) {}
}

@available(*, unavailable)
extension ChannelHandlerContext: Sendable {}

// MARK: Bytes

public struct ByteBuffer: Hashable, Sendable {
  public init() {}
  public init(bytes: some Sequence<UInt8>) {}
  public var readableBytesView: ByteBufferView { ByteBufferView() }
  @discardableResult public mutating func writeBuffer(_ buffer: inout ByteBuffer) -> Int { 0 }
}

public struct ByteBufferView: RandomAccessCollection, Sendable {
  public var startIndex: Int { 0 }
  public var endIndex: Int { 0 }
  public subscript(index: Int) -> UInt8 { 0 }
}

public enum IOData: Equatable, Sendable {
  case byteBuffer(ByteBuffer)
}
