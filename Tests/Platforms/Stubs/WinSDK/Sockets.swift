// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The socket declarations in Swift's WinSDK module that the runtime uses, without implementations.
// SDK: winsock2.h, ws2def.h, ws2tcpip.h
public typealias SOCKET = UInt64
public typealias u_long = UInt32
public typealias socklen_t = Int32
public struct sockaddr {
  public init() {}
}
public struct WSADATA {
  public init() {}
}
// The Swift overlay declares these two, because the importer can't read their macros.
public var INVALID_SOCKET: SOCKET { SOCKET(bitPattern: -1) }
public var FIONBIO: Int32 { Int32(bitPattern: 0x8004_667E) }
public var AF_INET: Int32 { 2 }
public var AF_INET6: Int32 { 23 }
public var SOCK_STREAM: Int32 { 1 }
public var SOCK_DGRAM: Int32 { 2 }
public var SOL_SOCKET: Int32 { 0xFFFF }
public var SO_REUSEADDR: Int32 { 4 }
public var SD_SEND: Int32 { 1 }
public var WSAEINTR: Int32 { 10004 }
public var WSAEWOULDBLOCK: Int32 { 10035 }
public var WSAEPROTONOSUPPORT: Int32 { 10043 }
public var WSAEAFNOSUPPORT: Int32 { 10047 }
public var WSAEADDRNOTAVAIL: Int32 { 10049 }
public var WSAECONNABORTED: Int32 { 10053 }
public var WSAECONNRESET: Int32 { 10054 }
public var POLLRDNORM: Int32 { 0x100 }
public var POLLWRNORM: Int32 { 0x10 }
public struct WSAPOLLFD {
  public init(fd: SOCKET, events: Int16, revents: Int16) {
    (self.fd, self.events, self.revents) = (fd, events, revents)
  }
  public var fd: SOCKET
  public var events: Int16
  public var revents: Int16
}
public func WSAStartup(_ wVersionRequested: WORD, _ lpWSAData: UnsafeMutablePointer<WSADATA>!) -> Int32 { -1 }
public func WSAGetLastError() -> Int32 { 0 }
public func WSAPoll(_ fdArray: UnsafeMutablePointer<WSAPOLLFD>!, _ fds: UInt32, _ timeout: Int32) -> Int32 { -1 }
public func socket(_ af: Int32, _ type: Int32, _ protocol: Int32) -> SOCKET { INVALID_SOCKET }
public func bind(_ s: SOCKET, _ name: UnsafePointer<sockaddr>!, _ namelen: Int32) -> Int32 { -1 }
public func connect(_ s: SOCKET, _ name: UnsafePointer<sockaddr>!, _ namelen: Int32) -> Int32 { -1 }
public func listen(_ s: SOCKET, _ backlog: Int32) -> Int32 { -1 }
public func accept(
  _ s: SOCKET, _ addr: UnsafeMutablePointer<sockaddr>!, _ addrlen: UnsafeMutablePointer<Int32>!
) -> SOCKET { INVALID_SOCKET }
public func getsockname(
  _ s: SOCKET, _ name: UnsafeMutablePointer<sockaddr>!, _ namelen: UnsafeMutablePointer<Int32>!
) -> Int32 { -1 }
public func getpeername(
  _ s: SOCKET, _ name: UnsafeMutablePointer<sockaddr>!, _ namelen: UnsafeMutablePointer<Int32>!
) -> Int32 { -1 }
public func setsockopt(
  _ s: SOCKET, _ level: Int32, _ optname: Int32, _ optval: UnsafePointer<CChar>!, _ optlen: Int32
) -> Int32 { -1 }
public func ioctlsocket(_ s: SOCKET, _ cmd: Int32, _ argp: UnsafeMutablePointer<u_long>!) -> Int32 { -1 }
public func recv(_ s: SOCKET, _ buf: UnsafeMutablePointer<CChar>!, _ len: Int32, _ flags: Int32) -> Int32 { -1 }
public func send(_ s: SOCKET, _ buf: UnsafePointer<CChar>!, _ len: Int32, _ flags: Int32) -> Int32 { -1 }
@discardableResult public func shutdown(_ s: SOCKET, _ how: Int32) -> Int32 { -1 }
@discardableResult public func closesocket(_ s: SOCKET) -> Int32 { -1 }
