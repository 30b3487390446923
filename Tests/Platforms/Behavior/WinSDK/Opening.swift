// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation

/// The kinds of entries in a folder.
enum Entry {
  case file, folder, link

  init?(_ path: String) {
    switch try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType {
    case .typeRegular?: self = .file
    case .typeDirectory?: self = .folder
    case .typeSymbolicLink?: self = .link
    default: return nil
    }
  }

  var attributes: DWORD {
    switch self {
    case .file: DWORD(FILE_ATTRIBUTE_NORMAL)
    case .folder: DWORD(FILE_ATTRIBUTE_DIRECTORY)
    case .link: DWORD(FILE_ATTRIBUTE_REPARSE_POINT)
    }
  }
}

extension FakeWindows {
  /// The attributes that Foundation returns for a path with backslashes.
  public static func attributes(of path: String) throws -> [FileAttributeKey: Any] {
    try FileManager.default.attributesOfItem(atPath: path.replacingOccurrences(of: "\\", with: "/"))
  }
}

func path(_ name: LPCWSTR?) -> String {
  name.map { String(decodingCString: $0, as: UTF16.self).replacingOccurrences(of: "\\", with: "/") } ?? ""
}

/// Sets the last error of this thread.
func fail<Result>(_ code: some BinaryInteger, _ result: Result) -> Result {
  Thread.current.threadDictionary["last error"] = DWORD(code)
  return result
}

public func GetLastError() -> DWORD { Thread.current.threadDictionary["last error"] as? DWORD ?? 0 }
public func GetCurrentProcessId() -> DWORD { FakeWindows.current.process }
public func Sleep(_ dwMilliseconds: DWORD) { FakeWindows.current.pass(Int(dwMilliseconds)) }

public func CreateFileW(
  _ lpFileName: LPCWSTR!, _ dwDesiredAccess: DWORD, _ dwShareMode: DWORD,
  _ lpSecurityAttributes: UnsafeMutablePointer<SECURITY_ATTRIBUTES>!, _ dwCreationDisposition: DWORD,
  _ dwFlagsAndAttributes: DWORD, _ hTemplateFile: HANDLE!
) -> HANDLE! {
  let invalid = HANDLE(bitPattern: -1)
  let name = path(lpFileName)
  return FakeWindows.current.locked { windows in
    if let code = windows.nextFailure(name) { return fail(code, invalid) }
    if windows.deletePending.contains(name) { return fail(ERROR_ACCESS_DENIED, invalid) }
    let entry = Entry(name)
    if let code = obstacle(entry, name, dwCreationDisposition, dwDesiredAccess) { return fail(code, invalid) }
    let file = FakeWindows.OpenFile(
      path: name, process: windows.process, reads: dwDesiredAccess & DWORD(GENERIC_READ) != 0,
      writes: dwDesiredAccess & DWORD(GENERIC_WRITE) != 0,
      deletes: dwFlagsAndAttributes & DWORD(FILE_FLAG_DELETE_ON_CLOSE) != 0, share: dwShareMode,
      isDeletedOnClose: dwFlagsAndAttributes & DWORD(FILE_FLAG_DELETE_ON_CLOSE) != 0,
      descriptor: nil)
    if windows.files.values.contains(where: { $0.path == name && !($0.allows(file) && file.allows($0)) }) {
      return fail(ERROR_SHARING_VIOLATION, invalid)
    }
    // Without the flag, Windows would follow the link.
    let isLink = entry == .link && dwFlagsAndAttributes & DWORD(FILE_FLAG_OPEN_REPARSE_POINT) != 0
    if entry == nil { _ = FileManager.default.createFile(atPath: name, contents: nil) }
    let open = file.writes ? FileHandle.init(forUpdatingAtPath:) : FileHandle.init(forReadingAtPath:)
    let descriptor = isLink ? nil : open(name)
    if !isLink, descriptor == nil { return fail(ERROR_ACCESS_DENIED, invalid) }
    return fail(entry == nil ? 0 : ERROR_ALREADY_EXISTS, windows.add(file.with(descriptor)))
  }
}

/// The error if a file can't be opened this way.
private func obstacle(_ entry: Entry?, _ name: String, _ disposition: DWORD, _ access: DWORD) -> Int32? {
  switch (entry, Int32(disposition)) {
  // Opening a folder needs FILE_FLAG_BACKUP_SEMANTICS.
  case (.folder?, _): return ERROR_ACCESS_DENIED
  case (_?, CREATE_NEW): return ERROR_FILE_EXISTS
  case (.file?, _):
    let isReadOnly = !FileManager.default.isWritable(name)
    return isReadOnly && access & DWORD(GENERIC_WRITE) != 0 ? ERROR_ACCESS_DENIED : nil
  case (.link?, _): return nil
  case (nil, OPEN_EXISTING): return missing(name)
  case (nil, _): return Entry((name as NSString).deletingLastPathComponent) == .folder ? nil : ERROR_PATH_NOT_FOUND
  }
}

/// The error for a missing file, or for a missing folder above it.
func missing(_ name: String) -> Int32 {
  Entry((name as NSString).deletingLastPathComponent) == nil ? ERROR_PATH_NOT_FOUND : ERROR_FILE_NOT_FOUND
}

extension FileManager {
  // The tests may run as root, which can write to all files.
  func isWritable(_ path: String) -> Bool {
    let mode = (try? attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue ?? 0
    return mode & 0o200 != 0
  }
}

extension FakeWindows.OpenFile {
  func with(_ descriptor: FileHandle?) -> Self {
    Self(
      path: path, process: process, reads: reads, writes: writes, deletes: deletes, share: share,
      isDeletedOnClose: isDeletedOnClose, descriptor: descriptor)
  }

  /// Whether this file's sharing mode allows the other one's access.
  func allows(_ other: Self) -> Bool {
    (!other.reads || share & DWORD(FILE_SHARE_READ) != 0) && (!other.writes || share & DWORD(FILE_SHARE_WRITE) != 0)
      && (!other.deletes || share & DWORD(FILE_SHARE_DELETE) != 0)
  }
}

@discardableResult public func CloseHandle(_ hObject: HANDLE!) -> Bool {
  FakeWindows.current.locked { windows in
    guard let file = windows.files.removeValue(forKey: Int(bitPattern: hObject)) else {
      return fail(ERROR_INVALID_HANDLE, false)
    }
    try? file.descriptor?.close()
    if file.isDeletedOnClose { windows.deletePending.insert(file.path) }
    if windows.deletePending.contains(file.path), !windows.files.values.contains(where: { $0.path == file.path }) {
      windows.deletePending.remove(file.path)
      try? FileManager.default.removeItem(atPath: file.path)
    }
    return true
  }
}
