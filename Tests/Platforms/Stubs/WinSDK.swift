// swift-format-ignore-file: AlwaysUseLowerCamelCase

// Swift's module of the Windows SDK, as far as the runtime uses it: C types as the importer maps them, BOOL as Bool, macros as
// the integers that they are. Nothing works.
public typealias WORD = UInt16
public typealias DWORD = UInt32
public typealias BYTE = UInt8
public typealias WCHAR = UInt16
public typealias HRESULT = Int32
public typealias HANDLE = UnsafeMutableRawPointer
public typealias HLOCAL = UnsafeMutableRawPointer
public typealias LPCWSTR = UnsafePointer<WCHAR>
public typealias LPWSTR = UnsafeMutablePointer<WCHAR>
public typealias LPVOID = UnsafeMutableRawPointer

// SDK: winnt.h, fileapi.h, winbase.h
public var GENERIC_READ: UInt32 { 0x8000_0000 }
public var GENERIC_WRITE: Int32 { 0x4000_0000 }
public var FILE_SHARE_READ: Int32 { 1 }
public var FILE_SHARE_WRITE: Int32 { 2 }
public var FILE_SHARE_DELETE: Int32 { 4 }
public var CREATE_NEW: Int32 { 1 }
public var OPEN_EXISTING: Int32 { 3 }
public var OPEN_ALWAYS: Int32 { 4 }
public var FILE_ATTRIBUTE_DIRECTORY: Int32 { 0x10 }
public var FILE_ATTRIBUTE_NORMAL: Int32 { 0x80 }
public var FILE_ATTRIBUTE_REPARSE_POINT: Int32 { 0x400 }
public var FILE_FLAG_OPEN_REPARSE_POINT: Int32 { 0x20_0000 }
public var MOVEFILE_REPLACE_EXISTING: Int32 { 1 }
public var MOVEFILE_WRITE_THROUGH: Int32 { 8 }

// SDK: winerror.h
public var ERROR_FILE_NOT_FOUND: Int32 { 2 }
public var ERROR_PATH_NOT_FOUND: Int32 { 3 }
public var ERROR_ACCESS_DENIED: Int32 { 5 }
public var ERROR_INVALID_DATA: Int32 { 13 }
public var ERROR_SHARING_VIOLATION: Int32 { 32 }
public var ERROR_PASSWORD_RESTRICTION: Int32 { 1325 }

public struct SECURITY_ATTRIBUTES {}
public struct OVERLAPPED {}
public struct FILETIME {
  public init() {}
  public var dwLowDateTime: DWORD = 0
  public var dwHighDateTime: DWORD = 0
}

// SDK: minwinbase.h, fileapi.h
public struct BY_HANDLE_FILE_INFORMATION {
  public init() {}
  public var dwFileAttributes: DWORD = 0
  public var nFileSizeHigh: DWORD = 0
  public var nFileSizeLow: DWORD = 0
}

public func CreateFileW(
  _ lpFileName: LPCWSTR!, _ dwDesiredAccess: DWORD, _ dwShareMode: DWORD,
  _ lpSecurityAttributes: UnsafeMutablePointer<SECURITY_ATTRIBUTES>!, _ dwCreationDisposition: DWORD,
  _ dwFlagsAndAttributes: DWORD, _ hTemplateFile: HANDLE!
) -> HANDLE! { nil }
@discardableResult public func CloseHandle(_ hObject: HANDLE!) -> Bool { false }
public func GetFileInformationByHandle(
  _ hFile: HANDLE!, _ lpFileInformation: UnsafeMutablePointer<BY_HANDLE_FILE_INFORMATION>!
) -> Bool { false }
public func ReadFile(
  _ hFile: HANDLE!, _ lpBuffer: LPVOID!, _ nNumberOfBytesToRead: DWORD,
  _ lpNumberOfBytesRead: UnsafeMutablePointer<DWORD>!, _ lpOverlapped: UnsafeMutablePointer<OVERLAPPED>!
) -> Bool { false }
public func WriteFile(
  _ hFile: HANDLE!, _ lpBuffer: UnsafeRawPointer!, _ nNumberOfBytesToWrite: DWORD,
  _ lpNumberOfBytesWritten: UnsafeMutablePointer<DWORD>!, _ lpOverlapped: UnsafeMutablePointer<OVERLAPPED>!
) -> Bool { false }
public func FlushFileBuffers(_ hFile: HANDLE!) -> Bool { false }
public func GetFileAttributesW(_ lpFileName: LPCWSTR!) -> DWORD { 0 }
public func MoveFileExW(_ lpExistingFileName: LPCWSTR!, _ lpNewFileName: LPCWSTR!, _ dwFlags: DWORD) -> Bool { false }
public func DeleteFileW(_ lpFileName: LPCWSTR!) -> Bool { false }
public func GetLastError() -> DWORD { 0 }
public func GetCurrentProcessId() -> DWORD { 0 }
public func Sleep(_ dwMilliseconds: DWORD) {}
// SDK: winbase.h
@discardableResult public func LocalFree(_ hMem: HLOCAL!) -> HLOCAL! { nil }

// SDK: dpapi.h, wincrypt.h
public struct DATA_BLOB {
  public init() { (cbData, pbData) = (0, nil) }
  public init(cbData: DWORD, pbData: UnsafeMutablePointer<BYTE>!) { (self.cbData, self.pbData) = (cbData, pbData) }
  public var cbData: DWORD
  public var pbData: UnsafeMutablePointer<BYTE>!
}
public struct CRYPTPROTECT_PROMPTSTRUCT {}
public var CRYPTPROTECT_UI_FORBIDDEN: Int32 { 1 }
public func CryptProtectData(
  _ pDataIn: UnsafeMutablePointer<DATA_BLOB>!, _ szDataDescr: LPCWSTR!,
  _ pOptionalEntropy: UnsafeMutablePointer<DATA_BLOB>!, _ pvReserved: LPVOID!,
  _ pPromptStruct: UnsafeMutablePointer<CRYPTPROTECT_PROMPTSTRUCT>!, _ dwFlags: DWORD,
  _ pDataOut: UnsafeMutablePointer<DATA_BLOB>!
) -> Bool { false }
public func CryptUnprotectData(
  _ pDataIn: UnsafeMutablePointer<DATA_BLOB>!, _ ppszDataDescr: UnsafeMutablePointer<LPWSTR?>!,
  _ pOptionalEntropy: UnsafeMutablePointer<DATA_BLOB>!, _ pvReserved: LPVOID!,
  _ pPromptStruct: UnsafeMutablePointer<CRYPTPROTECT_PROMPTSTRUCT>!, _ dwFlags: DWORD,
  _ pDataOut: UnsafeMutablePointer<DATA_BLOB>!
) -> Bool { false }

// SDK: objbase.h, combaseapi.h, shellapi.h
public struct COINIT: Sendable { public var rawValue: Int32 }
public let COINIT_APARTMENTTHREADED = COINIT(rawValue: 2)
public let COINIT_DISABLE_OLE1DDE = COINIT(rawValue: 4)
public func CoInitializeEx(_ pvReserved: LPVOID!, _ dwCoInit: DWORD) -> HRESULT { 0 }
public func CoUninitialize() {}
public struct HINSTANCE__ {}
public struct HWND__ {}
public var SW_SHOWNORMAL: Int32 { 1 }
public func ShellExecuteW(
  _ hwnd: UnsafeMutablePointer<HWND__>!, _ lpOperation: LPCWSTR!, _ lpFile: LPCWSTR!, _ lpParameters: LPCWSTR!,
  _ lpDirectory: LPCWSTR!, _ nShowCmd: Int32
) -> UnsafeMutablePointer<HINSTANCE__>! { nil }

// SDK: handleapi.h
public var HANDLE_FLAG_INHERIT: Int32 { 1 }
public func SetHandleInformation(_ hObject: HANDLE!, _ dwMask: DWORD, _ dwFlags: DWORD) -> Bool { false }

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
// These two are declared by the Swift overlay, because the importer can't read their macros.
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
