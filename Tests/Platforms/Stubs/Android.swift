// The declarations of Android's C library (Bionic, 64 bits) that the sources use, without implementations.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public typealias pid_t = Int32
public typealias uid_t = UInt32
public typealias mode_t = UInt32
public typealias off_t = Int

public var errno: Int32 {
  get { 0 }
  set {}
}
public func strerror(_ code: Int32) -> UnsafeMutablePointer<CChar> { fatalError() }

// NDK: errno.h
public var EPERM: Int32 { 1 }
public var ENOENT: Int32 { 2 }
public var ESRCH: Int32 { 3 }
public var EINTR: Int32 { 4 }
public var EACCES: Int32 { 13 }
public var EEXIST: Int32 { 17 }
public var EINVAL: Int32 { 22 }
public var EMLINK: Int32 { 31 }
public var EAGAIN: Int32 { 11 }
public var EWOULDBLOCK: Int32 { 11 }
public var ENOTSUP: Int32 { 95 }
public var ECONNABORTED: Int32 { 103 }
public var EADDRNOTAVAIL: Int32 { 99 }
public var EAFNOSUPPORT: Int32 { 97 }
public var EPROTONOSUPPORT: Int32 { 93 }

// NDK: fcntl.h, sys/file.h
public var O_RDONLY: Int32 { 0x0 }
public var O_WRONLY: Int32 { 0x1 }
public var O_RDWR: Int32 { 0x2 }
public var O_NONBLOCK: Int32 { 0o4000 }
public var O_NOFOLLOW: Int32 { 0o100000 }
public var O_APPEND: Int32 { 0o2000 }
public var O_CREAT: Int32 { 0o100 }
public var O_EXCL: Int32 { 0o200 }
public var O_NOCTTY: Int32 { 0o400 }
public var O_DIRECTORY: Int32 { 0o40000 }
public var O_CLOEXEC: Int32 { 0o2000000 }
public var AT_FDCWD: Int32 { -100 }
public var AT_SYMLINK_NOFOLLOW: Int32 { 0x100 }
public var AT_REMOVEDIR: Int32 { 0x200 }
public var F_GETFD: Int32 { 1 }
public var F_SETFD: Int32 { 2 }
public var F_GETFL: Int32 { 3 }
public var F_SETFL: Int32 { 4 }
public var FD_CLOEXEC: Int32 { 1 }
public var LOCK_SH: Int32 { 1 }
public var LOCK_EX: Int32 { 2 }
public var LOCK_NB: Int32 { 4 }
public var LOCK_UN: Int32 { 8 }
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { -1 }
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 { -1 }
public func openat(_ folder: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { -1 }
public func openat(_ folder: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 { -1 }
public func fcntl(_ descriptor: Int32, _ command: Int32) -> Int32 { -1 }
public func fcntl(_ descriptor: Int32, _ command: Int32, _ value: Int32) -> Int32 { -1 }
@discardableResult public func flock(_ descriptor: Int32, _ operation: Int32) -> Int32 { -1 }

// NDK: unistd.h, stdio.h, signal.h
public var F_OK: Int32 { 0 }
@discardableResult public func access(_ path: UnsafePointer<CChar>, _ mode: Int32) -> Int32 { -1 }
@discardableResult public func close(_ descriptor: Int32) -> Int32 { -1 }
@discardableResult public func fsync(_ descriptor: Int32) -> Int32 { -1 }
@discardableResult public func ftruncate(_ descriptor: Int32, _ length: off_t) -> Int32 { -1 }
@discardableResult public func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer!, _ count: Int) -> Int { -1 }
@discardableResult public func write(_ descriptor: Int32, _ buffer: UnsafeRawPointer!, _ count: Int) -> Int { -1 }
@discardableResult public func pwrite(
  _ descriptor: Int32, _ buffer: UnsafeRawPointer!, _ count: Int, _ offset: off_t
) -> Int { -1 }
@discardableResult public func link(_ path: UnsafePointer<CChar>, _ new: UnsafePointer<CChar>) -> Int32 { -1 }
@discardableResult public func rename(_ old: UnsafePointer<CChar>, _ new: UnsafePointer<CChar>) -> Int32 { -1 }
@discardableResult public func unlink(_ path: UnsafePointer<CChar>) -> Int32 { -1 }
@discardableResult public func kill(_ process: pid_t, _ signal: Int32) -> Int32 { -1 }
@discardableResult public func mkdirat(_ folder: Int32, _ path: UnsafePointer<CChar>, _ mode: mode_t) -> Int32 { -1 }
@discardableResult public func renameat(
  _ oldFolder: Int32, _ old: UnsafePointer<CChar>, _ newFolder: Int32, _ new: UnsafePointer<CChar>
) -> Int32 { -1 }
@discardableResult public func linkat(
  _ oldFolder: Int32, _ old: UnsafePointer<CChar>, _ newFolder: Int32, _ new: UnsafePointer<CChar>, _ flags: Int32
) -> Int32 { -1 }
@discardableResult public func unlinkat(_ folder: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { -1 }
@discardableResult public func usleep(_ microseconds: UInt32) -> Int32 { 0 }
public func isatty(_ descriptor: Int32) -> Int32 { 0 }
public func exit(_ status: Int32) -> Never { fatalError() }
public typealias sighandler_t = @convention(c) (Int32) -> Void
public var SIGPIPE: Int32 { 13 }
public var SIG_IGN: sighandler_t { fatalError() }
@discardableResult public func signal(_ signal: Int32, _ handler: sighandler_t?) -> sighandler_t? { nil }
public func getpid() -> pid_t { 0 }
public func geteuid() -> uid_t { 0 }

// NDK: sys/stat.h
public var S_IFMT: mode_t { 0o170000 }
public var S_IFDIR: mode_t { 0o040000 }
public var S_IFREG: mode_t { 0o100000 }
public var S_IFLNK: mode_t { 0o120000 }

public struct stat: Sendable {
  public var st_dev: UInt = 0
  public var st_mode: mode_t = 0
  public var st_ino: UInt = 0
  public var st_size: off_t = 0
  public var st_mtim = timespec()
  public init() {}
}

public struct timespec: Sendable {
  public var tv_sec = 0
  public var tv_nsec = 0
  public init() {}
}

@discardableResult public func fstat(_ descriptor: Int32, _ facts: UnsafeMutablePointer<stat>) -> Int32 { -1 }
@discardableResult public func fstatat(
  _ folder: Int32, _ path: UnsafePointer<CChar>, _ facts: UnsafeMutablePointer<stat>, _ flags: Int32
) -> Int32 { -1 }

// NDK: netinet/in.h, netinet6/in6.h
public typealias in_port_t = UInt16

public struct in_addr: Sendable {
  public var s_addr: UInt32
}

public struct in6_addr: Sendable {
  // In the NDK, this member is a union.
  public var in6_u: (UInt64, UInt64)
}

public struct sockaddr_in: Sendable {
  public var sin_port: in_port_t
  public var sin_addr: in_addr
}

public struct sockaddr_in6: Sendable {
  public var sin6_port: in_port_t
  public var sin6_addr: in6_addr
}

// NDK: sys/socket.h, asm-generic/socket.h
public typealias sa_family_t = UInt16
public typealias socklen_t = UInt32

public struct sockaddr: Sendable {
  public var sa_family: sa_family_t = 0
  public init() {}
}

public var AF_INET: Int32 { 2 }
public var AF_INET6: Int32 { 10 }
public var SOCK_STREAM: Int32 { 1 }
public var SOCK_DGRAM: Int32 { 2 }
public var SOCK_CLOEXEC: Int32 { 0o2000000 }
public var SOL_SOCKET: Int32 { 1 }
public var SO_REUSEADDR: Int32 { 2 }
public var MSG_NOSIGNAL: Int32 { 0x4000 }
// A case of an enumeration without a name.
public var SHUT_WR: Int { 1 }
public var SHUT_RDWR: Int { 2 }
public func socket(_ family: Int32, _ kind: Int32, _ protocolNumber: Int32) -> Int32 { -1 }
@discardableResult public func bind(
  _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t
) -> Int32 { -1 }
@discardableResult public func connect(
  _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t
) -> Int32 { -1 }
@discardableResult public func listen(_ descriptor: Int32, _ backlog: Int32) -> Int32 { -1 }
@discardableResult public func accept(
  _ descriptor: Int32, _ address: UnsafeMutablePointer<sockaddr>?, _ length: UnsafeMutablePointer<socklen_t>?
) -> Int32 { -1 }
@discardableResult public func getsockname(
  _ descriptor: Int32, _ address: UnsafeMutablePointer<sockaddr>, _ length: UnsafeMutablePointer<socklen_t>
) -> Int32 { -1 }
@discardableResult public func getpeername(
  _ descriptor: Int32, _ address: UnsafeMutablePointer<sockaddr>, _ length: UnsafeMutablePointer<socklen_t>
) -> Int32 { -1 }
@discardableResult public func setsockopt(
  _ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: UnsafeRawPointer?, _ length: socklen_t
) -> Int32 { -1 }
@discardableResult public func recv(
  _ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int, _ flags: Int32
) -> Int { -1 }
@discardableResult public func send(
  _ descriptor: Int32, _ buffer: UnsafeRawPointer, _ count: Int, _ flags: Int32
) -> Int { -1 }
@discardableResult public func shutdown(_ descriptor: Int32, _ direction: Int32) -> Int32 { -1 }

// NDK: poll.h, asm-generic/poll.h
public typealias nfds_t = UInt32

public struct pollfd: Sendable {
  public var fd: Int32
  public var events: Int16
  public var revents: Int16
  public init(fd: Int32, events: Int16, revents: Int16) { (self.fd, self.events, self.revents) = (fd, events, revents) }
}

public var POLLIN: Int32 { 0x1 }
public var POLLOUT: Int32 { 0x4 }
@discardableResult public func poll(
  _ states: UnsafeMutablePointer<pollfd>?, _ count: nfds_t, _ milliseconds: Int32
) -> Int32 { -1 }
