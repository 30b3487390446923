// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation

// A simulation of the Data Protection API: the user's name, followed by the inverted bytes.

public func CryptProtectData(
  _ pDataIn: UnsafeMutablePointer<DATA_BLOB>!, _ szDataDescr: LPCWSTR!,
  _ pOptionalEntropy: UnsafeMutablePointer<DATA_BLOB>!, _ pvReserved: LPVOID!,
  _ pPromptStruct: UnsafeMutablePointer<CRYPTPROTECT_PROMPTSTRUCT>!, _ dwFlags: DWORD,
  _ pDataOut: UnsafeMutablePointer<DATA_BLOB>!
) -> Bool {
  let windows = FakeWindows.current
  guard windows.protectionFailure == 0 else { return fail(windows.protectionFailure, false) }
  put(Data("\(windows.user)\n".utf8) + inverted(pDataIn.pointee), pDataOut)
  return true
}

public func CryptUnprotectData(
  _ pDataIn: UnsafeMutablePointer<DATA_BLOB>!, _ ppszDataDescr: UnsafeMutablePointer<LPWSTR?>!,
  _ pOptionalEntropy: UnsafeMutablePointer<DATA_BLOB>!, _ pvReserved: LPVOID!,
  _ pPromptStruct: UnsafeMutablePointer<CRYPTPROTECT_PROMPTSTRUCT>!, _ dwFlags: DWORD,
  _ pDataOut: UnsafeMutablePointer<DATA_BLOB>!
) -> Bool {
  let windows = FakeWindows.current
  guard windows.protectionFailure == 0 else { return fail(windows.protectionFailure, false) }
  let data = Data(bytes: pDataIn.pointee.pbData, count: Int(pDataIn.pointee.cbData))
  let prefix = Data("\(windows.user)\n".utf8)
  guard data.starts(with: prefix) else { return fail(ERROR_INVALID_DATA, false) }
  put(Data(data.dropFirst(prefix.count).map { ~$0 }), pDataOut)
  return true
}

private func inverted(_ blob: DATA_BLOB) -> Data {
  Data(Data(bytes: blob.pbData, count: Int(blob.cbData)).map { ~$0 })
}

private func put(_ data: Data, _ output: UnsafeMutablePointer<DATA_BLOB>) {
  let bytes = UnsafeMutablePointer<BYTE>.allocate(capacity: data.count)
  data.copyBytes(to: bytes, count: data.count)
  _ = FakeWindows.current.locked { $0.allocations.insert(UnsafeMutableRawPointer(bytes)) }
  output.pointee = DATA_BLOB(cbData: DWORD(data.count), pbData: bytes)
}

@discardableResult public func LocalFree(_ hMem: HLOCAL!) -> HLOCAL! {
  guard FakeWindows.current.locked({ $0.allocations.remove(hMem) }) != nil else { return hMem }
  hMem.deallocate()
  return nil
}

// The shell.

public func CoInitializeEx(_ pvReserved: LPVOID!, _ dwCoInit: DWORD) -> HRESULT {
  FakeWindows.current.locked { $0.initializedThreads += 1 }
  return 0
}

public func CoUninitialize() {
  FakeWindows.current.locked { $0.initializedThreads -= 1 }
}

public func ShellExecuteW(
  _ hwnd: UnsafeMutablePointer<HWND__>!, _ lpOperation: LPCWSTR!, _ lpFile: LPCWSTR!, _ lpParameters: LPCWSTR!,
  _ lpDirectory: LPCWSTR!, _ nShowCmd: Int32
) -> UnsafeMutablePointer<HINSTANCE__>! {
  let words = [lpOperation, lpFile].compactMap { $0.map { String(decodingCString: $0, as: UTF16.self) } }
  return FakeWindows.current.locked { windows in
    windows.shellCalls.append(words.joined(separator: " "))
    return UnsafeMutablePointer(bitPattern: windows.initializedThreads == 1 ? windows.shellCode : 5)
  }
}
