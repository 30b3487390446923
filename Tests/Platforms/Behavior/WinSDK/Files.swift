// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation

private func with(_ handle: HANDLE?, _ body: (FakeWindows, FakeWindows.OpenFile) -> Bool) -> Bool {
  FakeWindows.current.locked { windows in
    guard let file = windows.files[Int(bitPattern: handle)] else { return fail(ERROR_INVALID_HANDLE, false) }
    return body(windows, file)
  }
}

public func GetFileInformationByHandle(
  _ hFile: HANDLE!, _ lpFileInformation: UnsafeMutablePointer<BY_HANDLE_FILE_INFORMATION>!
) -> Bool {
  with(hFile) { _, file in
    lpFileInformation.pointee.dwFileAttributes = (file.descriptor == nil ? Entry.link : .file).attributes
    return true
  }
}

public func ReadFile(
  _ hFile: HANDLE!, _ lpBuffer: LPVOID!, _ nNumberOfBytesToRead: DWORD,
  _ lpNumberOfBytesRead: UnsafeMutablePointer<DWORD>!, _ lpOverlapped: UnsafeMutablePointer<OVERLAPPED>!
) -> Bool {
  with(hFile) { windows, file in
    let count = min(Int(nNumberOfBytesToRead), windows.longestTransfer)
    guard file.reads, let data = try? file.descriptor?.read(upToCount: count) ?? Data() else {
      return fail(ERROR_ACCESS_DENIED, false)
    }
    data.withUnsafeBytes { bytes in
      if let start = bytes.baseAddress { lpBuffer.copyMemory(from: start, byteCount: bytes.count) }
    }
    lpNumberOfBytesRead.pointee = DWORD(data.count)
    return true
  }
}

public func WriteFile(
  _ hFile: HANDLE!, _ lpBuffer: UnsafeRawPointer!, _ nNumberOfBytesToWrite: DWORD,
  _ lpNumberOfBytesWritten: UnsafeMutablePointer<DWORD>!, _ lpOverlapped: UnsafeMutablePointer<OVERLAPPED>!
) -> Bool {
  with(hFile) { windows, file in
    guard !windows.isDiskFull else { return fail(ERROR_DISK_FULL, false) }
    let count = min(Int(nNumberOfBytesToWrite), windows.longestTransfer)
    let data = Data(bytes: lpBuffer, count: count)
    guard file.writes, (try? file.descriptor?.write(contentsOf: data)) != nil else {
      return fail(ERROR_ACCESS_DENIED, false)
    }
    lpNumberOfBytesWritten.pointee = DWORD(count)
    return true
  }
}

public func FlushFileBuffers(_ hFile: HANDLE!) -> Bool {
  with(hFile) { _, file in file.writes ? true : fail(ERROR_ACCESS_DENIED, false) }
}

public func GetFileAttributesW(_ lpFileName: LPCWSTR!) -> DWORD {
  let name = path(lpFileName)
  return Entry(name)?.attributes ?? fail(missing(name), DWORD.max)
}

public func MoveFileExW(_ lpExistingFileName: LPCWSTR!, _ lpNewFileName: LPCWSTR!, _ dwFlags: DWORD) -> Bool {
  let (old, new) = (path(lpExistingFileName), path(lpNewFileName))
  return FakeWindows.current.locked { windows in
    windows.moves += 1
    if let code = windows.nextFailure(new) { return fail(code, false) }
    guard Entry(old) != nil else { return fail(missing(old), false) }
    let shared = DWORD(FILE_SHARE_DELETE)
    if windows.files.values.contains(where: { $0.path == old && $0.share & shared == 0 }) {
      return fail(ERROR_SHARING_VIOLATION, false)
    }
    if let target = Entry(new) {
      guard dwFlags & DWORD(MOVEFILE_REPLACE_EXISTING) != 0 else { return fail(ERROR_ALREADY_EXISTS, false) }
      let users = windows.files.values.filter { $0.path == new }
      let isFree = users.isEmpty || windows.replacesOpenFiles && users.allSatisfy { $0.share & shared != 0 }
      guard target != .folder, isFree, !windows.deletePending.contains(new) else {
        return fail(ERROR_ACCESS_DENIED, false)
      }
    }
    return rename(old, new) == 0 ? true : fail(ERROR_PATH_NOT_FOUND, false)
  }
}

public func DeleteFileW(_ lpFileName: LPCWSTR!) -> Bool {
  let name = path(lpFileName)
  return FakeWindows.current.locked { windows in
    guard let entry = Entry(name) else { return fail(missing(name), false) }
    guard entry != .folder, !windows.deletePending.contains(name) else { return fail(ERROR_ACCESS_DENIED, false) }
    let users = windows.files.values.filter { $0.path == name }
    guard users.allSatisfy({ $0.share & DWORD(FILE_SHARE_DELETE) != 0 }) else {
      return fail(ERROR_SHARING_VIOLATION, false)
    }
    if users.isEmpty { return unlink(name) == 0 }
    // The file keeps its name until its last handle closes.
    windows.deletePending.insert(name)
    return true
  }
}

public func RemoveDirectoryW(_ lpPathName: LPCWSTR!) -> Bool {
  let name = path(lpPathName)
  guard Entry(name) != nil else { return fail(missing(name), false) }
  return rmdir(name) == 0 ? true : fail(ERROR_DIR_NOT_EMPTY, false)
}
