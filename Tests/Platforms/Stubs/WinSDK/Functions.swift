// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The functions that the sources call. Tests/Platforms/Behavior/WinSDK implements some of them.

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
public func RemoveDirectoryW(_ lpPathName: LPCWSTR!) -> Bool { false }
public func GetLastError() -> DWORD { 0 }
public func GetCurrentProcessId() -> DWORD { 0 }
public func Sleep(_ dwMilliseconds: DWORD) {}

// SDK: winbase.h, consoleapi.h, processenv.h
public func GetStdHandle(_ nStdHandle: DWORD) -> HANDLE! { nil }
public func GetConsoleMode(_ hConsoleHandle: HANDLE!, _ lpMode: UnsafeMutablePointer<DWORD>!) -> Bool { false }
@discardableResult public func LocalFree(_ hMem: HLOCAL!) -> HLOCAL! { nil }

// SDK: dpapi.h
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

// SDK: combaseapi.h, shellapi.h
public func CoInitializeEx(_ pvReserved: LPVOID!, _ dwCoInit: DWORD) -> HRESULT { 0 }
public func CoUninitialize() {}
public func ShellExecuteW(
  _ hwnd: UnsafeMutablePointer<HWND__>!, _ lpOperation: LPCWSTR!, _ lpFile: LPCWSTR!, _ lpParameters: LPCWSTR!,
  _ lpDirectory: LPCWSTR!, _ nShowCmd: Int32
) -> UnsafeMutablePointer<HINSTANCE__>! { nil }

// SDK: handleapi.h
public var HANDLE_FLAG_INHERIT: Int32 { 1 }
public func SetHandleInformation(_ hObject: HANDLE!, _ dwMask: DWORD, _ dwFlags: DWORD) -> Bool { false }
