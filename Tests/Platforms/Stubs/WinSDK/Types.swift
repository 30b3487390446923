// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The declarations in Swift's WinSDK module that the sources use: C types as the importer maps them, BOOL as Bool, and
// macros as integers.
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
public var FILE_ATTRIBUTE_HIDDEN: Int32 { 2 }
public var FILE_ATTRIBUTE_DIRECTORY: Int32 { 0x10 }
public var FILE_ATTRIBUTE_NORMAL: Int32 { 0x80 }
public var FILE_ATTRIBUTE_REPARSE_POINT: Int32 { 0x400 }
public var FILE_FLAG_OPEN_REPARSE_POINT: Int32 { 0x20_0000 }
public var FILE_FLAG_DELETE_ON_CLOSE: Int32 { 0x400_0000 }
public var MOVEFILE_REPLACE_EXISTING: Int32 { 1 }
public var MOVEFILE_WRITE_THROUGH: Int32 { 8 }

// SDK: winerror.h
public var ERROR_FILE_NOT_FOUND: Int32 { 2 }
public var ERROR_PATH_NOT_FOUND: Int32 { 3 }
public var ERROR_ACCESS_DENIED: Int32 { 5 }
public var ERROR_INVALID_HANDLE: Int32 { 6 }
public var ERROR_INVALID_DATA: Int32 { 13 }
public var ERROR_SHARING_VIOLATION: Int32 { 32 }
public var ERROR_FILE_EXISTS: Int32 { 80 }
public var ERROR_DISK_FULL: Int32 { 112 }
public var ERROR_DIR_NOT_EMPTY: Int32 { 145 }
public var ERROR_ALREADY_EXISTS: Int32 { 183 }
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

// SDK: dpapi.h, wincrypt.h
public struct DATA_BLOB {
  public init() { (cbData, pbData) = (0, nil) }
  public init(cbData: DWORD, pbData: UnsafeMutablePointer<BYTE>!) { (self.cbData, self.pbData) = (cbData, pbData) }
  public var cbData: DWORD
  public var pbData: UnsafeMutablePointer<BYTE>!
}
public struct CRYPTPROTECT_PROMPTSTRUCT {}
public var CRYPTPROTECT_UI_FORBIDDEN: Int32 { 1 }

// SDK: objbase.h, combaseapi.h, shellapi.h
public struct COINIT: Sendable { public var rawValue: Int32 }
public let COINIT_APARTMENTTHREADED = COINIT(rawValue: 2)
public let COINIT_DISABLE_OLE1DDE = COINIT(rawValue: 4)
public struct HINSTANCE__ {}
public struct HWND__ {}
public var SW_SHOWNORMAL: Int32 { 1 }

// SDK: processenv.h
public var STD_INPUT_HANDLE: DWORD { DWORD(bitPattern: -10) }
public var STD_ERROR_HANDLE: DWORD { DWORD(bitPattern: -12) }
