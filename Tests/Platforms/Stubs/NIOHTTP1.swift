// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The declarations of swift-nio's NIOHTTP1 that AuthTesting uses, without implementations.
public import NIOCore

public struct HTTPHeaders: Equatable, Sendable, Sequence {
  public init(_ headers: [(String, String)] = []) {}
  public mutating func replaceOrAdd(name: String, value: String) {}
  public func makeIterator() -> AnyIterator<(name: String, value: String)> { fatalError() }
}

public enum HTTPMethod: Equatable, Sendable {
  case GET

  public var rawValue: String { "" }
}

public struct HTTPVersion: Equatable, Sendable {
  public static let http1_1 = HTTPVersion()
}

public struct HTTPRequestHead: Equatable, Sendable {
  public var headers: HTTPHeaders
  public var method: HTTPMethod
  public var uri: String
}

public enum HTTPResponseStatus: Equatable, Sendable {
  case ok

  public init(statusCode: Int, reasonPhrase: String = "") { self = .ok }
}

public struct HTTPResponseHead: Equatable, Sendable {
  public init(version: HTTPVersion, status: HTTPResponseStatus, headers: HTTPHeaders = HTTPHeaders()) {}
}

public enum HTTPPart<Head: Equatable, Body: Equatable> {
  case head(Head)
  case body(Body)
  case end(HTTPHeaders?)
}

extension HTTPPart: Sendable where Head: Sendable, Body: Sendable {}

public typealias HTTPServerRequestPart = HTTPPart<HTTPRequestHead, ByteBuffer>
public typealias HTTPServerResponsePart = HTTPPart<HTTPResponseHead, IOData>

extension ChannelPipeline.SynchronousOperations {
  public func configureHTTPServerPipeline(
    position: ChannelPipeline.SynchronousOperations.Position = .last,
    withPipeliningAssistance pipelining: Bool = true, withErrorHandling errorHandling: Bool = true
  ) throws {}
}
